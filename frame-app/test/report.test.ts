/** The report of Help: drawn from a real link whose messages hold secrets in every place, it holds none of them. */
import { createAudit } from '@airlock/protocol/channel/audit.ts'
import { expect, test, vi } from 'vitest'
import { memoryPort } from '../../protocol/test/support/memory-port.ts'
import { createHostLink } from '../src/modal/core/host-link.ts'
import { makeReport } from '../src/modal/home/help/report.ts'

const secret = 'SECRETHORSE'
const address = `0x${'5ec2e7'.repeat(7).slice(0, 40)}`
const hex = Buffer.from(secret).toString('hex')
const id = (count: number) => `0000000${count}-0000-4000-8000-000000000000`

test('the report has each message with its kind and verdict, and nothing of its content', async () => {
  const transports = { app: memoryPort(), injected: memoryPort(), provider: memoryPort() }
  const audit = createAudit()
  const never = () => Promise.reject(new Error(secret))
  const link = createHostLink({
    session: { epoch: 3, version: 1, policy: { schemes: [secret] }, origin: 'https://app.example', transports },
    audit,
    app: new Proxy({} as never, { get: () => never }),
    provider: { RPC_REQUEST: never },
    onWallets() {},
    onSent() {},
    onLost() {},
  })
  const say = (port: keyof typeof transports, message: object) =>
    transports[port].deliver({ epoch: 3, payload: {}, ...message })
  say('app', { id: id(1), type: 'SYNC_DAPP_DATA', payload: { name: secret, description: secret, icons: [] } })
  say('app', { id: id(2), type: 'OPEN', payload: { [secret]: secret } })
  say('app', { id: secret, type: 'OPEN' })
  say('app', { id: id(3), type: secret.toLowerCase(), payload: { view: secret } })
  say('injected', {
    type: 'WALLET_EVENT',
    payload: { handle: secret, event: 'accountsChanged', payload: [address, secret] },
  })
  say('provider', { id: id(5), type: 'RPC_REQUEST', payload: { method: secret, params: [secret, address] } })
  link.injected
    .request('WALLET_REQUEST', {
      handle: 'handle-1',
      scope: 'eip155:1',
      method: 'personal_sign',
      params: [`0x${hex}`, address],
    })
    .catch(() => {})
  link.app.notify('EVENT', { name: secret, at: 1, props: { address } })
  say('app', { id: id(4), type: secret }) // closes the port
  audit.meetStranger()
  await vi.waitFor(() => expect(transports.provider.sent).not.toEqual([]), 15_000)

  const report = makeReport(
    { link, hello: { buildId: 'build-1', features: ['clipboard-write'], storage: 'memory' } },
    'Browser 1',
  )
  const { at, events, ...facts } = report
  expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(facts).toEqual({
    buildId: 'build-1',
    protocolVersion: 1,
    epoch: 3,
    origin: 'https://app.example',
    userAgent: 'Browser 1',
    storage: 'memory',
    features: ['clipboard-write'],
    refusals: { BAD_SHAPE: 4, UNKNOWN_TYPE: 1 },
    strangers: 1,
  })
  expect(events.map(({ direction, type, verdict }) => `${direction} ${type} ${verdict}`)).toEqual(
    expect.arrayContaining(['in SYNC_DAPP_DATA ok', 'in OPEN BAD_SHAPE', 'in ? UNKNOWN_TYPE']),
  )
  expect(transports.injected.sent).toMatchObject([{ type: 'WALLET_REQUEST' }])
  const text = JSON.stringify(report)
  expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  for (const planted of [address, hex]) expect(text).not.toContain(planted)
})
