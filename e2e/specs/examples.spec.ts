/** Every folder of `examples/`, as a developer uses it: installed with the packed SDK, built, served, and used in the browser. */
import { rmSync } from 'node:fs'
import {
  getBase16Encoder,
  getBase58Encoder,
  getPublicKeyFromAddress,
  signatureBytes,
  address as solanaAddress,
  verifySignature,
} from '@solana/kit'
import { isHex, verifyMessage } from 'viem'
import { watchBackEnd } from '../examples/back-end.ts'
import { type Example, examples, signedText } from '../examples/example.ts'
import { prepare } from '../examples/prepare.ts'
import { serve } from '../examples/serve.ts'
import { modalOn } from '../pages/modal.ts'
import { codeIn } from '../pages/pairing.ts'
import { freePort } from '../setup/free-port.ts'
import { press } from '../setup/press.ts'
import { startWorld } from '../setup/start-world.ts'
import { test as base, expect } from '../test.ts'
import { installWallet } from '../wallets/install.ts'
import { startPhone } from '../wallets/phone.ts'
import type { World } from '../world/world.ts'

/** The project of the examples lists one page, so the port of that page is chosen before the world starts. */
const test = base.extend<object, { examplePort: number; world: World }>({
  examplePort: [async ({ playwright: _playwright }, use) => use(await freePort()), { scope: 'worker' }],
  world: [
    async ({ examplePort }, use) => {
      const world = await startWorld({ exampleOrigin: `http://localhost:${examplePort}` })
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

// One world, and one build at a time.
test.describe.configure({ mode: 'default' })

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(0)
})

for (const example of examples)
  test(`${example.name}: ${example.title}`, async ({ page, context, world, examplePort }) => {
    test.setTimeout(600_000) // installing and building
    const prepared = await test.step('install and build', () => prepare(example, world, examplePort))
    const served = await serve(example, prepared, examplePort)
    try {
      const wallet =
        example.wallet === 'phone'
          ? await startPhone(world, { solana: 'honest' })
          : await installWallet(context, world, { name: 'Rabbit' })
      const expected =
        example.namespace === 'solana' && 'solanaAddress' in wallet ? wallet.solanaAddress : wallet.address
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) errors.push(message.text())
      })
      const origin = `http://localhost:${examplePort}`
      await page.goto(`${origin}/`)
      const backEnd = example.signsIn ? watchBackEnd(page, context, origin) : undefined

      await test.step('connect', async () => {
        for (const name of example.connect) await press(page.getByRole('button', { name, exact: true }))
        const modal = await modalOn(page, world)
        if ('pair' in wallet) {
          await modal.wallet('WalletConnect').click()
          await wallet.pair(await codeIn(modal))
        } else await modal.wallet('Rabbit').click()
        await expect(page.locator('#address')).toHaveText(expected, { ignoreCase: true })
        if (!backEnd) return
        await modal.button('Sign').click()
        await expect(page.locator('#signed-in')).toHaveText(expected, { ignoreCase: true })
        await backEnd.expectSignedIn(await page.locator('#signed-in').innerText())
      })

      await test.step('sign', async () => {
        for (const name of example.sign) await press(page.getByRole('button', { name, exact: true }))
        const shown = page.locator('#signature')
        await expect(shown).not.toBeEmpty()
        expect(await isSigned(example, expected, (await shown.innerText()).trim())).toBe(true)
      })

      await test.step('reload', async () => {
        await page.reload()
        await expect(page.locator('#address')).toHaveText(expected, { ignoreCase: true })
        if (example.signsIn) await expect(page.locator('#signed-in')).toHaveText(expected, { ignoreCase: true })
      })

      await test.step('disconnect', async () => {
        for (const name of example.disconnect) await press(page.getByRole('button', { name, exact: true }))
        await expect(page.locator('#address')).toBeEmpty()
        await backEnd?.expectSignedOut()
      })
      expect(errors).toEqual([])
      if ('stop' in wallet) await wallet.stop()
    } finally {
      await served.stop()
      rmSync(prepared.folder, { recursive: true })
    }
  })

async function isSigned({ namespace }: Example, address: string, signature: string): Promise<boolean> {
  if (namespace === 'eip155')
    // as: compared with the wallet's own address before
    return (
      isHex(signature) && (await verifyMessage({ address: address as `0x${string}`, message: signedText, signature }))
    )
  const hex = signature.replace(/^0x/, '')
  const bytes = (/^[0-9a-f]{128}$/i.test(hex) ? getBase16Encoder() : getBase58Encoder()).encode(
    /^[0-9a-f]{128}$/i.test(hex) ? hex.toLowerCase() : signature,
  )
  return verifySignature(
    await getPublicKeyFromAddress(solanaAddress(address)),
    signatureBytes(bytes),
    new TextEncoder().encode(signedText),
  )
}
