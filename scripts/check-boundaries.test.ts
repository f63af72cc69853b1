/** Puts one violation of each rule into a copy of the tree's structure and expects it to be reported. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mayImport } from './boundaries.mjs'
import { checkBoundaries } from './check-boundaries.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function check(file: string, text: string): string[] {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return checkBoundaries(root)
}

test('the real tree has no violation', () => {
  expect(checkBoundaries(resolve(import.meta.dirname, '..'))).toEqual([])
})

test.each([
  ['protocol/src/a.ts', "import { x } from '@airlock/host-sdk'"],
  ['protocol/src/a.ts', "import '../../frame-app/src/shared/x.ts'"],
  ['protocol/src/contracts/a.ts', "export { x } from '../../../service/src/x.ts'"],
  ['host-sdk/src/a.ts', "import { x } from '../../frame-app/src/modal/x.ts'"],
  ['host-sdk/src/a.ts', "const x = await import('../../frame-app/src/modal/x.ts')"],
  ['host-sdk/src/a.ts', "import type { X } from '@airlock/service/x.ts'"],
  ['frame-app/src/modal/a.tsx', "import { x } from '../wallet/x.ts'"],
  ['frame-app/src/modal/a.tsx', "import { x } from '@airlock/host-sdk'"],
  ['frame-app/src/wallet/a.ts', "import { x } from '../modal/x.ts'"],
  ['frame-app/src/shared/a.ts', "import { x } from '../modal/x.ts'"],
  ['frame-app/src/wallet/key-worker/a.ts', "import { x } from '../../shared/x.ts'"],
  ['frame-app/src/wallet/key-worker/a.ts', "import { x } from '../x.ts'"],
  ['frame-app/src/wallet/approval/a.ts', "import { x } from '../requests/calls/x.ts'"],
  ['frame-app/src/wallet/approval/eip155/a.ts', "import type { X } from '../../requests/smart-session/x.ts'"],
  ['frame-app/src/wallet/decode/a.ts', "import { x } from '../requests/x.ts'"],
  ['frame-app/src/wallet/requests/calls/a.ts', "import { x } from '../operation/x.ts'"],
  ['frame-app/src/wallet/requests/message/a.ts', "import { x } from '../eip155.ts'"],
  ['frame-app/src/wallet/requests/transaction/a.ts', "import { x } from '../../login/x.ts'"],
  ['service/src/a.ts', "import { x } from '../../frame-app/src/shared/x.ts'"],
  ['frame-app/src/modal/core/a.ts', "import { x } from '../session/x.ts'"],
  ['frame-app/src/modal/session/a.ts', "const x = await import('../features/connect/connect.ts')"],
  ['frame-app/src/modal/kit/a.tsx', "import type { X } from '../home/x.ts'"],
  ['frame-app/src/modal/features/send/a.ts', "import type { X } from '../../host/x.ts'"],
  ['frame-app/src/modal/features/send/a.ts', "import { x } from '../pairing/pair.ts'"],
  ['frame-app/src/modal/features/swap/a.ts', "import { x } from '../assets/listed-tokens.ts'"],
  ['frame-app/src/modal/home/a.tsx', "import { x } from '../features/swap/swap-tokens.ts'"],
  ['protocol/src/a.ts', "import { x } from '../test/x.ts'"],
])('%s with %s may not import that', (file, text) => {
  expect(check(file, text)).toEqual([expect.stringContaining(`${file}: `)])
})

test.each([
  ['protocol/src/a.ts', "import { x } from 'viem'"],
  ['protocol/src/a.ts', "import { x } from 'node:fs'"],
  ['protocol/src/a.ts', "import { x } from 'zodiac'"],
  ['host-sdk/src/a.ts', "import * as z from 'zod/mini'"],
  ['frame-app/src/modal/a.tsx', "import { x } from 'lodash'"],
  ['service/src/a.ts', "import { x } from 'express'"],
])('%s with %s may not use that package', (file, text) => {
  expect(check(file, text)).toEqual([expect.stringContaining('may not use the package')])
})

test('a type may not close a circle of imports, also over a file that is loaded later', () => {
  check('host-sdk/src/a.ts', "export const load = () => import('./b.ts')")
  check('host-sdk/src/b.ts', "import { c } from './c.ts'")
  expect(check('host-sdk/src/c.ts', "import { x } from './x.ts'")).toEqual([])
  const found = check('host-sdk/src/c.ts', "import type { A, Later } from './a.ts'")
  expect(found).toEqual([expect.stringContaining('host-sdk/src/c.ts: host-sdk/src/a.ts imports this file too')])
})

test.each([
  ['frame-app/src/modal/a.ts', 'target.postMessage(1)', 'post messages'],
  ['frame-app/src/modal/a.ts', "new Set([\n  'eth_call',\n  'personal_sign',\n])", 'row of the allowlist'],
  ['host-sdk/src/a.ts', 'const prompts = {\n  eth_call: true,\n  eth_accounts: true,\n}', 'row of the allowlist'],
  ['host-sdk/src/a.ts', 'const reads = /^(eth_(call|chainId)|web3_)/', 'row of the allowlist'],
  [
    'protocol/src/a.ts',
    'const costs = { eth_call: [1],\n  eth_getLogs: [1, 2],\n  eth_accounts: [] }',
    'row of the allowlist',
  ],
  ['host-sdk/src/a.ts', "window.addEventListener('message', x)", 'listen for messages'],
  ['host-sdk/src/a.ts', "  text.setAttribute('role', x)", 'rename the variable'],
  ['host-sdk/src/a.ts', 'element.innerHTML = x', 'code from strings'],
  ['frame-app/src/wallet/a.ts', 'new Function(x)', 'code from strings'],
  ['frame-app/src/modal/a.tsx', 'history.pushState(1)', 'session history'],
  ['frame-app/src/modal/home/a.tsx', "fetch('/x')", 'no requests of their own'],
  ['frame-app/src/modal/a.ts', 'const kept = new WeakMap<ModalContext, string>()', 'an atom of its store'],
  ['host-sdk/src/a.ts', "fetch('/x')", 'no requests of their own'],
  ['e2e/specs/a.spec.ts', 'await page.waitForTimeout(100)', 'not for a fixed time'],
  ['e2e/pages/a.ts', "await page.keyboard.press('Shift+Tab')", 'on a busy machine'],
  ['e2e/specs/a.spec.ts', "await page.getByRole('button', { name: f(x()) }).first().click()", 'is lost'],
  ['e2e/screenshots/a.ts', "await modal\n  .getByRole('button', { name })\n  .click()", 'is lost'],
  ['e2e/a.ts', '/** The view appears (design §10.6). */', 'write the reason'],
  ['frame-app/src/modal/a.test.ts', '/** Pictures (facts\n * §3.11). */', 'write the reason'],
  ['docs/a.md', 'as isolation decision 17 says', 'write the reason'],
  ['docs/a.md', 'A visitor connects.', 'say user'],
  ['frame-app/src/modal/a.ts', 'f()\n  // until the visitor leaves', 'say user'],
  ['e2e/specs/a.spec.ts', "test('sends an e-mail', f)", 'say email'],
  ['e2e/specs/a.spec.ts', "test('who leaves is not asked', async ({ page }) => {", 'begin the title'],
  [
    'protocol/test/a.test.ts',
    "test.each(rows)(\n  '[C12] [T3] of two answers %s wins',\n  (row) => {",
    'begin the title',
  ],
  ['service/test/a.ts', "describe('with a node', () => {", 'begin the title'],
  [
    'e2e/attack/cases/a.attack.ts',
    "attack(['C1', 'T2'], 'what is new is refused', async (arena) => {",
    'begin the title',
  ],
])('%s may not hold %s', (file, text, why) => {
  expect(check(file, text)).toEqual([expect.stringContaining(why)])
})

test.each([
  ['protocol/src/transport.ts', 'port.postMessage(1)'],
  ['e2e/setup/tab-to.ts', "await page.keyboard.press('Tab')"],
  ['e2e/specs/a.spec.ts', "await press(page.getByRole('button'))"],
  ['e2e/specs/a.spec.ts', 'await modal.close.click()'],
  ['protocol/src/a.ts', "import * as z from 'zod/mini'"],
  ['protocol/src/contracts/a.ts', "import { x } from '../limits.ts'"],
  ['host-sdk/src/a.ts', "import { x } from '@airlock/protocol/channel.ts'"],
  ['frame-app/src/modal/a.tsx', "import { x } from '../shared/x.ts'"],
  ['frame-app/src/modal/host/a.ts', "import { x } from '../features/send/send.ts'"],
  ['frame-app/src/modal/home/a.tsx', "const x = await import('../features/send/view/SendView.tsx')"],
  ['frame-app/src/modal/features/swap/a.ts', "import { x } from '../assets/tokens.ts'"],
  ['service/src/a.ts', "import { x } from 'node:fs'"],
  ['e2e/a.ts', "const user = '“Add e-mail”' // as shown"],
  [
    'protocol/test/a.test.ts',
    "test('inside a list, and withdrawn with it', () => {\n  expect(read('with')).toBe('what')",
  ],
  ['e2e/a.ts', '/** Specification §4, §5 and §8; RFC 9110\n * §13.1. */'],
])('%s with %s is fine', (file, text) => {
  expect(check(file, text)).toEqual([])
})

test('every folder with a rule exists in the rules by its real name', () => {
  for (const place of Object.keys(mayImport))
    expect(place).toMatch(/^(protocol|host-sdk|frame-app|service)\/(src|contracts)/)
})
