import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { nodeCallers } from './node-callers.ts'

const root = resolve(import.meta.dirname, '../..')
/** What opens a node, or sends a call to one. */
const opens =
  /\b(createNodes|jsonRpc|createChainClient|createNodeClient|createNodePool|createPublicClient|readerOf|askerOf|askTwo|readEnsAddress)\(|\.createReader\(|method: 'eth_call'/
/** They offer the calls and decide nothing. */
const tools = new Set([
  'frame-app/src/shared/http/json-rpc.ts',
  'frame-app/src/shared/chains/nodes.ts',
  'frame-app/src/shared/chains/agreement.ts',
  'frame-app/src/shared/chains/eip155/driver.ts',
  'frame-app/src/shared/chains/eip155/ens.ts',
  'frame-app/src/shared/chains/eip155/sending.ts',
  'frame-app/src/shared/chains/solana/driver.ts',
  'frame-app/src/wallet/approval/eip155/tokens.ts',
  'service/src/gateway/eip155/view.ts',
  'service/src/gateway/nodes/client.ts',
  'service/src/gateway/nodes/pool.ts',
])

const sources = ['frame-app/src', 'service/src', 'host-sdk/src'].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
)
const filesWith = (form: RegExp) => sources.filter((file) => form.test(readFileSync(resolve(root, file), 'utf8')))
const callers = filesWith(opens).filter((file) => !tools.has(file))

test('every file that asks nodes says what a single one can do there [T19]', () => {
  expect(callers.toSorted()).toEqual(Object.keys(nodeCallers).toSorted())
  for (const { several, one } of Object.values(nodeCallers)) expect(several ?? one).toBeTruthy()
})

test('the answers of two nodes are compared in three files only, by the one function for it [T19]', () => {
  expect(filesWith(/\baskTwo\(/).toSorted()).toEqual([
    'frame-app/src/modal/features/send/send-names.ts',
    'frame-app/src/shared/chains/eip155/sending.ts',
    'frame-app/src/wallet/approval/eip155/tokens.ts',
  ])
})
