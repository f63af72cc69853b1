/** The multichain provider with a wallet on EVM networks and one on Solana; the signatures are verified by other libraries. */
import {
  address,
  getBase58Decoder,
  getBase58Encoder,
  getPublicKeyFromAddress,
  signatureBytes,
  verifySignature,
} from '@solana/kit'
import { verifyMessage } from 'viem'
import * as z from 'zod'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { universalOn } from '../pages/universal.ts'
import { expect, test, withWallets } from '../test.ts'
import { installStandardWallet } from '../wallets/standard.ts'

const hello = new TextEncoder().encode('hello')
const inHex = `0x${Buffer.from(hello).toString('hex')}`
const Signed = z.object({ result: z.string() })
const SignedOnSolana = z.object({ result: z.object({ signature: z.string() }) })

test.use(withWallets({ name: 'Kestrel' }))

test('connects both in one session, calls each on its own network, and leaves one of them', async ({
  parts,
  wallets: [evm],
  violations,
}) => {
  const { host, page, world } = parts
  const onSolana = await installStandardWallet(page.context(), world, { name: 'Sunbird' })
  const [one, two] = world.chains
  if (!evm) throw new Error('one wallet')
  const options = { networks: [...world.config.networks, world.solana.network] }
  const solanaScope = world.solana.caip2
  await host.open({ path: '/universal-host.html' })
  await host.create(options)
  const [dapp, universal] = [dappOn(page), universalOn(page)]
  const references = [one, two].map(({ chainId }) => String(chainId))
  const scopes = {
    eip155: {
      references,
      methods: ['personal_sign', 'eth_sendTransaction'],
      notifications: ['accountsChanged', 'chainChanged'],
    },
    [solanaScope]: { methods: ['solana_signMessage'], notifications: [] },
  }
  const granted = {
    eip155: { ...scopes['eip155'], accounts: [one, two].map(({ caip2 }) => `${caip2}:${evm.address}`) },
    [solanaScope]: { ...scopes[solanaScope], accounts: [`${solanaScope}:${onSolana.address}`] },
  }

  await test.step('each namespace that is not connected is asked for in the modal', async () => {
    const creating = universal.ask('wallet_createSession', { requiredScopes: scopes })
    const modal = await modalOn(page, world)
    await expect(modal.wallet('Sunbird')).toBeHidden()
    await modal.wallet('Kestrel').click()
    await dapp.expectStatus('connected')
    await expect(modal.wallet('Sunbird')).toBeVisible()
    await expect(modal.wallet('Kestrel')).toBeHidden()
    await modal.wallet('Sunbird').click()
    expect(await creating).toEqual({ result: { sessionScopes: granted } })
    await dapp.expectClosed()
  })
  await universal.record()

  const signOn = (scope: string) =>
    universal.ask('wallet_invokeMethod', {
      scope,
      request: { method: 'personal_sign', params: [inHex, evm.address] },
    })
  const signOnSolana = () =>
    universal.ask('wallet_invokeMethod', {
      scope: solanaScope,
      request: {
        method: 'solana_signMessage',
        params: { message: getBase58Decoder().decode(hello), pubkey: onSolana.address },
      },
    })

  await test.step('both sign', async () => {
    const { result: signature } = Signed.parse(await signOn(one.caip2))
    const message = { raw: inHex as `0x${string}` } // as: hex, made above
    expect(
      await verifyMessage({ address: evm.address as `0x${string}`, message, signature: signature as `0x${string}` }),
    ).toBe(true)
    const { result } = SignedOnSolana.parse(await signOnSolana())
    const key = await getPublicKeyFromAddress(address(onSolana.address))
    const bytes = signatureBytes(getBase58Encoder().encode(result.signature))
    expect(await verifySignature(key, bytes, hello)).toBe(true)
  })

  await test.step('a transaction for the other network takes the wallet there, and names that network', async () => {
    const sent = await universal.ask('wallet_invokeMethod', {
      chainId: two.caip2,
      request: {
        method: 'eth_sendTransaction',
        params: [{ from: evm.address, to: `0x${'11'.repeat(20)}`, value: '0x1' }],
      },
    })
    const { result } = z
      .object({ result: z.object({ chainId: z.literal(two.caip2), result: z.object({ result: z.string() }) }) })
      .parse(sent)
    expect(await world.rpc(two, 'eth_getTransactionByHash', [result.result.result])).toMatchObject({
      hash: result.result.result,
    })
    const asked = evm.calls.find(({ method }) => method === 'eth_sendTransaction')
    expect(asked?.params).toMatchObject([{ chainId: `0x${two.chainId.toString(16)}` }])
    expect(await universal.heard()).toEqual([
      {
        method: 'wallet_notify',
        params: {
          scope: two.caip2,
          notification: { method: 'chainChanged', params: { chainId: `0x${two.chainId.toString(16)}` } },
        },
      },
    ])
  })

  await test.step('a call outside the session reaches no wallet', async () => {
    const before = [evm.calls.length, onSolana.calls.length]
    expect(
      await universal.ask('wallet_invokeMethod', {
        scope: one.caip2,
        request: { method: 'eth_signTypedData_v4', params: [evm.address, '{}'] },
      }),
    ).toMatchObject({ code: 4100 })
    expect([evm.calls.length, onSolana.calls.length]).toEqual(before)
  })

  await test.step('the session is there after a reload', async () => {
    await host.open({ path: '/universal-host.html' })
    await host.create(options)
    expect(await universal.ask('wallet_getSession')).toEqual({ result: { sessionScopes: granted } })
    await universal.record()
  })

  await test.step('one is left, the other stays', async () => {
    expect(await universal.ask('wallet_revokeSession', { scopes: [solanaScope] })).toEqual({ result: true })
    const { [solanaScope]: _, ...rest } = granted
    expect(await universal.heard()).toEqual([{ method: 'wallet_sessionChanged', params: { sessionScopes: rest } }])
    const { accounts } = await dapp.state()
    expect([accounts.eip155?.status, accounts.solana?.status]).toEqual(['connected', 'disconnected'])
    expect(await signOnSolana()).toMatchObject({ code: 4100 })
    Signed.parse(await signOn(one.caip2))
  })

  await test.step('the session ends with its last network', async () => {
    expect(await universal.ask('wallet_revokeSession')).toEqual({ result: true })
    await dapp.expectStatus('disconnected')
    expect(await universal.ask('wallet_getSession')).toEqual({ code: 5501, message: 'No active sessions' })
  })
  expect(violations.all()).toEqual([])
})

test('a user who closes the modal has disapproved', async ({ host, page, world }) => {
  await host.open({ path: '/universal-host.html' })
  await host.create()
  const asked = universalOn(page).ask('wallet_createSession', {
    scopes: { eip155: { chains: [String(world.chains[0].chainId)], methods: ['personal_sign'], notifications: [] } },
  })
  const modal = await modalOn(page, world)
  await modal.close.click()
  expect(await asked).toEqual({ code: 5001, message: 'User disapproved requested methods' })
})
