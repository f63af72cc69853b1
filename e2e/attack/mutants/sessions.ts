/** Mutants for sessions of the multichain provider. */
import { type Mutant, weakenUnit } from './mutant.ts'

const scopes = 'host-sdk/src/universal/scopes.ts'
const grant = 'host-sdk/src/universal/grant.ts'
const invoke = 'host-sdk/src/universal/invoke.ts'
const scoped = 'host-sdk/src/providers/scoped.ts'

export const sessionMutants: readonly Mutant[] = [
  weakenUnit(
    'C230',
    'a request has any size',
    'host-sdk/src/universal/provider.ts',
    'quietly(() => copyOf(params))',
    'params',
  ),
  weakenUnit('C230', 'any text is the key of a scope', scopes, 'if (!scopeKey.test(key)) refuse', 'if (!key) refuse'),
  weakenUnit(
    'C230',
    'a list has any length',
    scopes,
    '!Array.isArray(value) || value.length > maxEntries',
    '!Array.isArray(value)',
  ),
  weakenUnit('C231', 'every method of the wallet is granted', grant, '.filter((one) => known[name].includes(one))', ''),
  weakenUnit(
    'C231',
    'a method of one scope is granted in all',
    invoke,
    'accounts.has(scope) && methods.includes(method)',
    'accounts.has(scope) || methods.includes(method)',
  ),
  weakenUnit(
    'C232',
    'what is stored is not read like a request',
    'host-sdk/src/universal/storage.ts',
    "readRequest(entry['params'])",
    "(entry['params'] as SessionRequest)",
  ),
  weakenUnit(
    'C233',
    'a wallet that did not switch is asked',
    scoped,
    'if (network() !== scope) throw',
    'if (!scope) throw',
  ),
  weakenUnit(
    'C233',
    'the transaction does not name its network',
    scoped,
    'if (Number(chainId) !== Number(referenceOf(scope)))',
    'if (!chainId)',
  ),
  weakenUnit(
    'C233',
    'two calls are asked at the same time',
    scoped,
    '(turns.get(store) ?? Promise.resolve())',
    'Promise.resolve()',
  ),
]
