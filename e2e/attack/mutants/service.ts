/** Mutants for the wallet service: emails, proofs, rate limits. */
import { type Mutant, weaken } from './mutant.ts'

const rates = 'service/src/wallet/domain/rates.ts'
const oneTimeCodes = 'service/src/wallet/domain/one-time-code.ts'

export const service: readonly Mutant[] = [
  weaken(
    'C73',
    'zero proxies is the default',
    'service/src/config/rules.ts',
    'if (isLoopbackOrigin(url)) return count ?? 0',
    'if (url) return count ?? 0',
  ),
  weaken(
    'C73',
    'the address of the proxy is this computer',
    'service/src/wallet/domain/client.ts',
    "return isLoopbackOrigin(serviceUrl) ? 'this computer' : 'an unknown network'",
    "return serviceUrl ? 'this computer' : 'an unknown network'",
  ),
  weaken('C74', 'a known device shares the budget of unknown ones', rates, 'if (isKnown)', 'if (!isKnown && isKnown)'),
  weaken(
    'C74',
    'a wide network is counted by each of its lines',
    'service/src/wallet/domain/client.ts',
    'groupsOf(read).slice(0, 3).join(',
    'groupsOf(read).slice(0, 4).join(',
  ),
  weaken(
    'C75',
    'a fresh key has a budget of its own',
    'service/src/wallet/http/serve.ts',
    '    spend(options.addressOf(c), outside.now())\n',
    '',
  ),
  weaken(
    'C75',
    'a customer has a budget for each of many networks',
    'service/src/wallet/domain/network-budget.ts',
    'customer === undefined ? 0 : customers.wait(customer, now)',
    '0',
  ),
  weaken(
    'C75',
    'new networks free a refused one',
    'service/src/wallet/domain/token-buckets.ts',
    'other.left - one.left',
    'one.left - other.left',
  ),
  weaken(
    'C75',
    'one network uses up the budget of its customer',
    'service/src/wallet/domain/network-budget.ts',
    '    const wait = networks',
    '    if (customer !== undefined) customers.take(customer, now)\n    const wait = networks',
  ),
  weaken(
    'C75',
    'codes are counted by the narrow network only',
    rates,
    'customer === undefined ? undefined :',
    'rule ? undefined :',
  ),
  weaken(
    'C75',
    'a connection has a budget of its own behind a proxy that adds the port',
    'service/src/wallet/domain/client.ts',
    'isIPv4(withoutPort) ? withoutPort : unknown',
    'isIPv4(withoutPort) ? written : unknown',
  ),
  weaken(
    'C75',
    'an invalid address counts as a separate network',
    'service/src/wallet/domain/client.ts',
    '? withoutPort : unknown',
    '? withoutPort : written',
  ),
  weaken(
    'C75',
    'each readiness check writes',
    'service/src/wallet/http/shared-for.ts',
    '!current || now - current.startedAt >= ms',
    '!current || ms > 0',
  ),
  weaken(
    'C93',
    'a window begins at nothing',
    'service/src/store/sql/repositories/limits.ts',
    "'>', now - windowMs - slotMs(windowMs))",
    "'>=', now - (now % windowMs))",
  ),
  weaken(
    'C93',
    'a clock that is set back frees what was counted',
    'service/src/store/sql/repositories/limits.ts',
    ".where('windowStart', '<', now + windowMs)",
    ".where('windowStart', '<=', now)",
  ),
  {
    case: 'C94',
    name: 'a try is taken before there is room for it',
    edits: [
      {
        file: oneTimeCodes,
        find: `    judge: (flowId, code, takeTry) =>
      gate(async () => {
        const attempt = await takeTry()
`,
        replace: `    judge: async (flowId, code, takeTry) => {
      const attempt = await takeTry()
      return gate(async () => {
`,
      },
      {
        file: oneTimeCodes,
        find: `        return { attempt, isRight }
      }),
`,
        replace: `        return { attempt, isRight }
      })
    },
`,
      },
    ],
  },
  weaken(
    'C95',
    'flows of one device do not wait for each other',
    'service/src/store/sql/scope.ts',
    'pg_advisory_xact_lock(',
    'abs(',
  ),
  weaken(
    'C101',
    'a host is compared without its port',
    'service/src/start/serve.ts',
    '[new URL(url).host, listener]',
    '[new URL(url).hostname, listener]',
  ),
  weaken(
    'C101',
    'an unknown host reaches the first role',
    'service/src/start/serve.ts',
    'byHost.get(hostOf(request))',
    '(byHost.get(hostOf(request)) ?? first?.listener)',
  ),
  weaken(
    'C102',
    'a method without a row reaches a node',
    'service/src/gateway/nodes/methods.ts',
    'Object.hasOwn(table, name) ? table[name] : undefined',
    '(table[name] ?? {})',
  ),
  weaken('C103', 'a name is taken as it is', 'service/src/gateway/networks/text.ts', ".replace(unseen, '')", ''),
  weaken(
    'C136',
    'a token has any number of decimals',
    'service/src/gateway/networks/token-list.ts',
    'decimals: z.int().check(z.minimum(0), z.maximum(maxDecimals))',
    'decimals: z.int()',
  ),
  weaken(
    'C136',
    'a token may have an address of another namespace',
    'service/src/gateway/networks/token-list.ts',
    'z.int().check(z.positive()), address: EvmAddress',
    'z.int().check(z.positive()), address: z.union([EvmAddress, SolanaAddress])',
  ),
  weaken(
    'C136',
    'one invalid row rejects the list',
    'service/src/gateway/networks/token-list.ts',
    'if (!entry.success) return []',
    'if (!entry.success) throw entry.error',
  ),
  weaken(
    'C136',
    'an answer without tokens replaces the last good copy',
    'service/src/gateway/tokens/fetched.ts',
    "if (tokens.length === 0) throw new TokenListError('The list has no tokens')",
    '',
  ),
  weaken(
    'C136',
    'a fetched list adds as many tokens as it likes',
    'service/src/gateway/tokens/live.ts',
    'fetched.slice(0, maxFetched)',
    'fetched',
  ),
  weaken(
    'C137',
    'a fetched list describes tokens that are known',
    'service/src/gateway/tokens/live.ts',
    'return [...tokens, ...fetched.slice(0, maxFetched)]',
    'const named = new Set(fetched.map(({ address }) => addressKey(id, address)))\n  return [...tokens.filter(({ address }) => !named.has(addressKey(id, address))), ...firstOf(id, lists)].slice(0, tokens.length + maxFetched)',
  ),
  weaken(
    'C137',
    'a known token in another case is another token',
    'service/src/gateway/tokens/live.ts',
    'const own = new Set(tokens.map(({ address }) => addressKey(id, address)))',
    'const own = new Set(tokens.map(({ address }) => address))',
  ),
  weaken(
    'C138',
    'a redirect of a list is followed anywhere',
    'service/src/gateway/outbound/guarded-fetch.ts',
    'target = findUrl(answer.location, options, target.url)',
    'target = { url: new URL(answer.location, target.url), isTrusted: true }',
  ),
]
