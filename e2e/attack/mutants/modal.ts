/** Weakenings of the modal, of the gate before an approval, and of how the frames are served and released. */
import { type Mutant, weaken } from './mutant.ts'

const connector = 'frame-app/src/modal/connectors/injected.ts'
const handlers = 'frame-app/src/modal/link/handlers.ts'
const headers = 'service/src/frames/headers.ts'
const gate = 'frame-app/src/shared/approve/gate.ts'

export const modal: readonly Mutant[] = [
  weaken(
    'T1',
    'the modal greets whoever embeds it',
    'frame-app/src/modal/boot/embedder.ts',
    'parent && ancestors.every((origin) => project.hostOrigins.includes(origin)) ? parent : undefined',
    'parent && ancestors.length + project.hostOrigins.length > 0 ? parent : undefined',
    'only looks like',
  ),
  weaken(
    'T1',
    'any page may embed the modal',
    headers,
    `'frame-ancestors': orNone(record.hostOrigins),\n})`,
    `'frame-ancestors': ['*'],\n})`,
    'only looks like',
  ),
  weaken(
    'T27',
    'nothing is denied to the frame',
    headers,
    '...deniedFeatures.map(',
    '...deniedFeatures.slice(999).map(',
  ),
  weaken(
    'T6',
    'lazy chunks are not sealed',
    'service/src/release/seal.ts',
    "const chunks = [...files.keys()].filter((path) => path.endsWith('.js')).sort()",
    'const chunks: string[] = []',
    'later view',
  ),
  weaken(
    'C36',
    'inherited names are methods of the list',
    'protocol/src/allowlist/index.ts',
    'Object.hasOwn(table, method) ? table[method] : undefined',
    'table[method]',
    'before any view',
  ),
  weaken(
    'C37',
    'params of the dapp are not read',
    'frame-app/src/modal/flows/rpc-request.ts',
    'if (!z.safeParse(found.params, params).success)',
    'if (!found.params)',
    'before any view',
  ),
  weaken(
    'T16',
    'answers of wallets are not read by their method',
    connector,
    'const parsed = z.safeParse(injectedResults[method], result)',
    'if (method) return result\n    const parsed = z.safeParse(injectedResults[method], result)',
    'connects nothing',
  ),
  weaken(
    'C47',
    'events of wallets are not read again',
    connector,
    `return Array.isArray(payload) ? { type: 'accounts', accounts: readAddresses(payload) } : undefined`,
    `return { type: 'accounts', accounts: readAddresses(payload) }`,
    'in the modal',
  ),
  weaken(
    'C20',
    'a session can be configured again',
    handlers,
    'if (context.store.get(optionsAtom))\n        throw',
    'if (!context)\n        throw',
    'configured once',
  ),
  weaken(
    'C39',
    'the modal acts before it is configured',
    handlers,
    'if (!context.store.get(optionsAtom)) throw',
    'if (!context) throw',
    'configured once',
  ),
  weaken(
    'T3',
    'the page names its own origin',
    'frame-app/src/modal/shell/RequestedBy.tsx',
    'const origin = useAtomValue(hostOriginAtom)\n',
    `const origin = useAtomValue(dappAtom).url ?? ''\n`,
  ),
  weaken(
    'T18',
    'names keep their direction marks',
    'frame-app/src/shared/format/display-text.ts',
    `part.replace(/[\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}]/gu, '')`,
    'part',
    'made up',
  ),
  weaken(
    'T20',
    'answers of nodes have no end',
    'frame-app/src/shared/http/json-rpc.ts',
    'if (text.length > maxBytes)',
    'if (text.length < 0)',
    'endless',
  ),
  weaken('C48', 'a press counts at once', gate, 'export const stillMs = 500', 'export const stillMs = 0'),
  weaken(
    'C48',
    'a covered panel can be pressed',
    gate,
    `return sight.isVisible ? undefined : 'covered'`,
    'return undefined',
  ),
  weaken(
    'C48',
    'a panel that is cut can be pressed',
    gate,
    `if (sight.ratio < wholeRatio) return 'cut'`,
    '',
    'outside the window',
  ),
]
