/**
 * A recovery kit, made with the real service and Key Worker, in the wallet's own window. What is in it:
 * `frame-app/src/wallet/key-worker/kit/kit.test.ts`.
 */
import { readFile } from 'node:fs/promises'
import { slowHash } from '../../frame-app/src/wallet/key-worker/keys/password.ts'
import { openKit } from '../../frame-app/src/wallet/key-worker/kit/kit.ts'
import { makeKit, openExport } from '../pages/export-window.ts'
import { modalOn } from '../pages/modal.ts'
import { saveKit } from '../pages/recovery-kit.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'

test('a kit is saved as a file and printed without its words, which are held to be seen, and together they give the address [C278]', async ({
  parts,
  page,
  world,
}, testInfo) => {
  test.setTimeout(120_000)
  const opening = await openExport(parts, { name: 'kit', press: 'Make a recovery kit' })
  const { sent, mailbox, dapp, address, window, there } = opening
  await makeKit(opening)
  const { kitFile, pageFile, words: password } = await saveKit(window, testInfo.outputDir)
  const kit = await readFile(kitFile, 'utf8')
  expect(await readFile(pageFile, 'utf8')).toBe(await readFile('dist/kit/recovery-kit.html', 'utf8'))
  const opened = await openKit(kit, password, slowHash)
  expect(opened.addresses.eip155).toBe(address)

  await test.step('the printed page has the kit, and no words', async () => {
    await window.emulateMedia({ media: 'print' })
    await expect(window.getByText(kit)).toBeVisible()
    await expect(window.getByRole('status').first()).toBeHidden()
    await expect(window.locator('svg').last()).toBeVisible()
    await window.emulateMedia({ media: 'screen' })
  })

  await test.step('shown once, in no frame and no request; the page of the wallet says when it was made', async () => {
    await there.button('Something else').click()
    await expect(window.getByText(password)).toBeHidden()
    const begin = password.split(' ').slice(0, 3).join(' ')
    for (const frame of page.frames())
      expect(await frame.evaluate(() => document.documentElement.textContent)).not.toContain(begin)
    expect(sent.filter((request) => request.includes(begin) || request.includes(opened.words))).toEqual([])
    const closed = window.waitForEvent('close')
    // The click closes the window, which may be gone before the click is reported.
    await Promise.allSettled([there.button('Done').click()])
    await closed
    await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
    await (await modalOn(page, world)).button('Opening on other devices').click()
    const again = await walletScreenOn(page, world)
    await expect(again.text('Last recovery kit')).toBeVisible()
    await expect
      .poll(() =>
        world.mail
          .letters(mailbox.address)
          .map(({ text }) => text)
          .join('\n'),
      )
      .toContain('A recovery kit of your wallet was made')
  })
})
