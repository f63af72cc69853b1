/**
 * Pages with dialogs of their own, below the modal and above it: native ones, and those of libraries that use focus
 * traps and attributes.
 */
import type { Page } from '@playwright/test'
import { opened } from '../../pages/connected.ts'
import { dappOn } from '../../pages/dapp.ts'
import { modalOn } from '../../pages/modal.ts'
import { press } from '../../setup/press.ts'
import { tabTo } from '../../setup/tab-to.ts'
import { expect, test } from '../../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

type Kind = 'native' | 'library'

/**
 * Runs in the page. `native`: a `<dialog>`. `library`: an overlay that hides its siblings, traps the focus and blocks
 * pointer events of the page.
 */
function openPageDialog(kind: Kind): void {
  const dialog = document.createElement(kind === 'native' ? 'dialog' : 'div')
  dialog.id = 'page-dialog'
  for (const name of ['Connect here', 'Done']) {
    const button = document.createElement('button')
    button.textContent = name
    dialog.append(button)
  }
  const [connect, done] = dialog.querySelectorAll('button')
  connect?.addEventListener('click', () => document.getElementById('connect')?.click())
  document.body.append(dialog)
  if (dialog instanceof HTMLDialogElement) {
    done?.addEventListener('click', () => dialog.remove())
    dialog.showModal()
    return
  }
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-modal', 'true')
  dialog.tabIndex = -1
  dialog.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: white; pointer-events: auto'
  document.body.style.pointerEvents = 'none'
  const siblings = [...document.body.children].filter((element) => element !== dialog)
  for (const element of siblings) {
    element.setAttribute('aria-hidden', 'true')
    element.toggleAttribute('inert', true)
  }
  const hold = ({ target }: Event) => {
    if (target instanceof Node && !dialog.contains(target)) dialog.focus()
  }
  const takeTab = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && !dialog.contains(document.activeElement)) event.preventDefault()
  }
  document.addEventListener('focusin', hold, true)
  document.addEventListener('keydown', takeTab, true)
  done?.addEventListener('click', () => {
    document.removeEventListener('focusin', hold, true)
    document.removeEventListener('keydown', takeTab, true)
    for (const element of siblings) {
      element.removeAttribute('aria-hidden')
      element.removeAttribute('inert')
    }
    document.body.style.pointerEvents = ''
    dialog.remove()
  })
  dialog.focus()
}

/** Whether the frame is in the accessibility tree. */
async function isExposed(page: Page): Promise<boolean> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes.some(({ role, ignored }) => role?.value === 'Iframe' && !ignored)
}

for (const kind of ['native', 'library'] as const) {
  test(`the modal opens from a ${kind} dialog of the page, and gives it back as it was`, async ({
    parts,
    wallets: [rabbit],
    violations,
  }) => {
    const { host, page, world } = parts
    await host.create()
    await page.evaluate(openPageDialog, kind)
    await press(page.getByRole('button', { name: 'Connect here' }))
    const modal = await modalOn(page, world)
    await expect(modal.title).toBeFocused()
    // The browser tells its accessibility tree a little later.
    await expect.poll(() => isExposed(page)).toBe(true)
    await tabTo(page, modal.wallet('Rabbit'))
    await modal.wallet('Rabbit').click()
    const dapp = dappOn(page)
    await dapp.expectStatus('connected')
    expect(await dapp.address()).toBe(rabbit?.address)
    await dapp.expectClosed()
    await expect(page.getByRole('button', { name: 'Connect here' })).toBeFocused()
    await press(page.getByRole('button', { name: 'Done' }))
    await press(page.getByRole('link', { name: 'Elsewhere' }))
    expect(violations.all()).toEqual([])
  })
}

test('a native dialog that the page opens above the modal comes first, and the modal works again after it', async ({
  parts,
  page,
}) => {
  const { dapp, modal } = await opened(parts)
  await expect(modal.wallet('Rabbit')).toBeVisible()
  await page.evaluate<void, Kind>(openPageDialog, 'native')
  await press(page.getByRole('button', { name: 'Done' }))
  await modal.wallet('Rabbit').click()
  await dapp.expectStatus('connected')
})

test('a dialog of a library that opens meanwhile stays behind the modal, and neither hides it nor takes its focus', async ({
  parts,
  page,
}) => {
  const { dapp, modal } = await opened(parts)
  await expect(modal.title).toBeFocused()
  await page.evaluate<void, Kind>(openPageDialog, 'library')
  await expect.poll(() => isExposed(page)).toBe(true)
  await expect(modal.title).toBeFocused()
  await modal.wallet('Rabbit').click()
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  await press(page.getByRole('button', { name: 'Done' }))
  await press(page.getByRole('link', { name: 'Elsewhere' }))
})
