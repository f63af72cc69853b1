/** Mutants for the SDK's defences against a hostile frame, a hostile wallet or another script of the page. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const forward = 'host-sdk/src/injected/forward.ts'
const read = 'host-sdk/src/injected/read.ts'
const registry = 'host-sdk/src/injected/registry.ts'
const rule = 'host-sdk/src/links/rule.ts'
const open = 'host-sdk/src/links/open.ts'
const pairing = 'host-sdk/src/links/pairing.ts'
const element = 'host-sdk/src/frame/element.ts'
const connection = 'host-sdk/src/link/connection.ts'
const create = 'host-sdk/src/create.ts'

const injected: readonly Mutant[] = [
  weaken(
    'C36',
    'inherited names are methods',
    forward,
    'Object.hasOwn(table, method) ? table[method] : undefined',
    'table[method]',
    'hostile frame',
  ),
  weaken(
    'C36',
    'any method reaches the wallet',
    forward,
    'Object.hasOwn(table, method) ? table[method] : undefined',
    "Object.hasOwn(table, method) ? table[method] : table['eth_accounts']",
    'hostile frame',
  ),
  weaken(
    'C37',
    'params reach the wallet unread',
    forward,
    "walk(params, limits) === 'ok' ? parse(schema, params) : undefined",
    "walk([], limits) === 'ok' ? { ok: true as const, value: params as unknown } : undefined",
    'hostile frame',
  ),
  weaken(
    'T4',
    'every request prompts the user',
    forward,
    'if (open && (open.isAwaited || open.call !== call || !repeatable.test(method)))',
    'if (open && call.length === 0)',
  ),
  weaken('C35', 'names cross as they were announced', read, `.replace(/\\p{C}|\\p{Zl}|\\p{Zp}/gu, '')`, '', 'cross'),
  weaken(
    'T13',
    'a name is read twice',
    read,
    `const name = readName(fieldOf(info, 'name'))`,
    `const name = fieldOf(info, 'name') && readName(fieldOf(info, 'name'))`,
  ),
  weaken(
    'T13',
    'the function to call is looked up again',
    read,
    'Reflect.apply(request, value, [call]) as unknown',
    `Reflect.apply(Reflect.get(value, 'request') as typeof request, value, [call]) as unknown`,
  ),
  weaken(
    'C45',
    'traps throw in the page',
    'host-sdk/src/dom.ts',
    '    return read()\n  } catch {\n    return undefined\n  }',
    '    return read()\n  } finally {\n    void 0\n  }',
    'announcements',
  ),
  weaken('C45', 'any number of wallets crosses', registry, 'if (entries.length < room)', 'if (entries)'),
  weaken(
    'T14',
    'a second provider under a known uuid is dropped silently',
    registry,
    '    for (const rival of rivals)',
    '    if (rivals.some((rival) => rival.uuid === uuid)) return\n    for (const rival of rivals)',
    'announcements',
  ),
  weaken(
    'T14',
    'copied identities have no warning',
    registry,
    'for (const rival of rivals) rival.disputed = true',
    '',
    'connects to its own',
  ),
  weaken(
    'C47',
    'events of wallets cross unread',
    'host-sdk/src/injected/events.ts',
    'const clean = quietly(() => readPayload(provider.namespace, event, payload))',
    'const clean = payload as Json',
    'changes nothing',
  ),
  weaken(
    'C06',
    'handles outlive their session',
    registry,
    'for (const entry of entries) entry.handle = randomId()',
    '',
    'handle',
  ),
  weaken(
    'T12',
    'the relay can be found in the page',
    'host-sdk/src/injected/relay.ts',
    '  let port: Channels[',
    `  Reflect.set(globalThis, 'airlockRelay', { isOwn })\n  let port: Channels[`,
  ),
  weaken(
    'T16',
    'an unusual exception of a wallet is not parsed',
    forward,
    'throw thrown instanceof AirlockError ? thrown : readWalletError(thrown)',
    'queueMicrotask(() => {\n      throw thrown\n    })\n    throw readWalletError(thrown)',
    'hostile answers',
  ),
  weaken(
    'C19',
    'the frame stands in the page’s own tree',
    element,
    "host.attachShadow({ mode: 'closed' })",
    'Object.assign(host, { adoptedStyleSheets: [] as CSSStyleSheet[] })',
  ),
  weaken(
    'T9',
    'the element’s shadow root is open',
    element,
    "host.attachShadow({ mode: 'closed' })",
    "host.attachShadow({ mode: 'open' })",
    'page’s own origin',
  ),
  weaken(
    'T12',
    'the window serves requests to wallets, too',
    'host-sdk/src/injected/relay.ts',
    '    return carry(call, context)\n  }\n',
    `    return carry(call, context)
  }
  addEventListener('message', ({ data }) => {
    if (data?.type === 'WALLET_REQUEST')
      void forward(data.payload, { signal: new AbortController().signal, waitsForPerson() {} })
  })
`,
    'never on the window',
  ),
  weakenUnit(
    'T16',
    'the answer of a wallet is not copied',
    forward,
    'return JSON.parse(JSON.stringify(answer ?? null)) as Json // what JSON wrote',
    'return (answer ?? null) as Json',
  ),
  weaken(
    'T5',
    'a function of the instance signs asynchronously',
    create,
    'diagnostics: () => page?.audit',
    `sign: () =>
      setTimeout(() => direct?.request({ method: 'personal_sign', params: ['0x00', '0x00'] }), 30),
    diagnostics: () => page?.audit`,
    'through any function',
  ),
  weaken(
    'T5',
    'a function of the instance signs',
    create,
    'diagnostics: () => page?.audit',
    `sign: () => direct?.request({ method: 'personal_sign', params: ['0x00', '0x00'] }),\n    diagnostics: () => page?.audit`,
  ),
]

const links: readonly Mutant[] = [
  weaken('C43', 'any scheme may be opened', rule, 'if (!isAllowed || ', 'if ('),
  weaken('C43', 'any scheme may carry a code', pairing, '!isAppScheme(scheme)', 'false'),
  weaken('C43', 'addresses may hold credentials', rule, ' || url.username || url.password', ''),
  weaken('T28', 'opened windows know their opener', open, `'noopener,noreferrer'`, `''`),
  weaken('C44', 'links open without a click', open, 'if (navigator.userActivation?.isActive === false)', 'if (false)'),
]

const frame: readonly Mutant[] = [
  weaken(
    'T8',
    'the frame may navigate the page',
    element,
    `allow-popups-to-escape-sandbox'`,
    `allow-popups-to-escape-sandbox allow-top-navigation'`,
  ),
  weaken(
    'T27',
    'features go wherever the frame goes',
    'host-sdk/src/frame/delegate.ts',
    'const pin = (feature: string) =>',
    "const pin = (feature: string) => feature + ' *' ||",
  ),
  weaken(
    'C25',
    'removal of the frame by the page is not detected',
    element,
    'if (iframe && !host.isConnected)',
    'if (iframe && !host)',
  ),
  weaken('C25', 'the window is listened to after the end', connection, '      link?.destroy()\n', ''),
  weaken(
    'C26',
    'death of the frame is not detected',
    'protocol/src/pulse.ts',
    'if (now - heardAt > limits.heartbeatMs * 1.5) onLost()',
    'if (now < 0) onLost()',
    'is replaced',
  ),
  weaken('C23', 'a second load is ignored', connection, 'if (pulse) pulse.probe()', 'if (pulse) return'),
  weaken('T24', 'calls of a lost frame stay pending', connection, `closeChannels(old, 'PEER_GONE')`, ''),
  weaken(
    'C50',
    'a blocked frame is not told from a silent one',
    connection,
    `if (event instanceof SecurityPolicyViolationEvent && isAboutFrame(event, origin))`,
    'if (event.type === origin)',
  ),
  weaken(
    'C50',
    'the frame may share the page’s origin',
    'host-sdk/src/options.ts',
    `if (self.origin === url.origin) throw new AirlockError('SAME_ORIGIN_FRAME')`,
    '',
  ),
  {
    case: 'C54',
    name: 'each call makes another instance',
    edits: [
      {
        file: create,
        find: 'if (known && known.key === key && known.mount === mount) return known.airlock',
        replace: '',
      },
      { file: create, find: 'if (isClaimed(projectId))', replace: 'if (!known && isClaimed(projectId))' },
    ],
  },
]

export const page: readonly Mutant[] = [...injected, ...links, ...frame]
