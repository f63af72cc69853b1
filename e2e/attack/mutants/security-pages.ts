/** Mutants for the embedded wallet's pages that end or remove something, and for where and when its approvals count. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const account = 'frame-app/src/wallet/login/account.ts'
const approvals = 'frame-app/src/wallet/approval/approvals.ts'
const view = 'frame-app/src/wallet/approval/view/ApprovalView.tsx'
const queue = 'frame-app/src/wallet/approval/queue.ts'
const gate = 'frame-app/src/shared/approve/gate.ts'
const question = 'frame-app/src/wallet/security/view/Question.tsx'

export const securityPages: readonly Mutant[] = [
  weakenUnit(
    'C71',
    'the only device that opens a wallet is forgotten',
    account,
    "if (await account.isOnlyWayIn()) throw new ServiceRefusal('LAST_METHOD')",
    '',
  ),
  weakenUnit(
    'C71',
    'without an answer of the service, another way in is assumed',
    account,
    'if (sets.some(({ keepsSecret }) => keepsSecret)) throw error',
    '',
  ),
  {
    case: 'C71',
    name: 'a removal in the frame is confirmed without the gate',
    edits: [
      { file: question, find: "if (place.kind === 'window')", replace: 'if (place.kind)' },
      { file: question, find: '!place.isArmed', replace: 'place.isArmed === false' },
    ],
    only: 'a covered press',
  },
  weaken(
    'C71',
    'a press counts as soon as the window is drawn',
    'frame-app/src/wallet/window/use-armed.ts',
    'const armedAfterMs = 700',
    'const armedAfterMs = 0',
    'wallet’s own window',
  ),
  weaken(
    'C71',
    'the only way in still has a button that forgets it',
    'frame-app/src/wallet/security/view/DevicesView.tsx',
    'if (isCurrent && screen.isOnlyWayIn)',
    'if (false)',
    'only way into its wallet',
  ),
  weakenUnit(
    'T2',
    'what needs the window is approved in the frame',
    approvals,
    "(where === 'frame' && needsWindow(prepared))",
    'false',
  ),
  weakenUnit('T2', 'the frame shows Approve without the gate', view, "if (place.kind === 'window')", 'if (place.kind)'),
  weakenUnit(
    'T2',
    'the frame offers Approve for what needs the window',
    view,
    "if (needsWindow || window === 'open')",
    "if (window === 'open')",
  ),
  weakenUnit(
    'T2',
    'a covered panel is ready',
    gate,
    "return sight.isVisible ? undefined : 'covered'",
    'return undefined',
  ),
  weakenUnit('T4', 'any number of requests waits', queue, 'maxWaiting = 4', 'maxWaiting = 400'),
  weakenUnit(
    'T4',
    'a rejection leaves no pause',
    queue,
    "if (at < state.calmUntil) return [state, end(id, 'calm')]",
    '',
  ),
  weakenUnit(
    'T4',
    'a rejection leaves what waits',
    queue,
    '...[live.id, ...waiting].map((id)',
    '...[live.id].map((id)',
  ),
  weakenUnit(
    'T5',
    'a signature comes with its key',
    'frame-app/src/wallet/key-worker/calls.ts',
    'return { signed: signRequest(session.use(), request) }',
    `return {
        signed: signRequest(session.use(), request),
        key: Buffer.from(session.use().keys.eip155).toString('hex'),
      }`,
  ),
  weakenUnit(
    'T19',
    'the node names the network that is signed for',
    'frame-app/src/wallet/approval/eip155/transaction.ts',
    'const chainId = evmChainId(scope)',
    "const chainId = Number(await client.request({ method: 'eth_chainId' }))",
  ),
  weakenUnit(
    'T19',
    'a node names the owner of a token account',
    'frame-app/src/wallet/decode/solana/transaction.ts',
    'return tokenAccountOf(owner, mint, program) === account',
    'return tokenAccountOf(owner, mint, program) !== undefined',
  ),
  weakenUnit(
    'T19',
    'predicted changes are not called an estimate',
    view,
    'const note = simulation && outlookWords(simulation, prepared.intent)',
    'const note = undefined as WalletKey | undefined',
  ),
  weakenUnit(
    'T28',
    'the wallet’s window may be framed',
    'service/src/frames/headers.ts',
    "'trusted-types': none,\n  'frame-src': none,\n  'frame-ancestors': none,",
    "'trusted-types': none,\n  'frame-src': none,\n  'frame-ancestors': self,",
  ),
]
