/** The normal form of a session request, for any request. */
import { namespaces } from '@airlock/protocol/scalars/caip.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { State } from '../src/types.ts'
import { toScopes, toSessionScopes } from '../src/universal/answers.ts'
import { SessionError, sessionErrors } from '../src/universal/errors.ts'
import { grant } from '../src/universal/grant.ts'
import { offered } from '../src/universal/offered.ts'
import { readRequest, type SessionRequest, writeRequest } from '../src/universal/scopes.ts'
import { account } from './libraries-support.ts'
import { accountAt, solanaKey } from './universal-support.ts'

const reference = fc.constantFrom('0', '1', '10', '999', 'mainnet')
const key = fc.oneof(
  fc.constantFrom(...namespaces, 'cosmos'),
  fc.tuple(fc.constantFrom(...namespaces, 'cosmos'), reference).map((parts) => parts.join(':')),
)
const names = fc.array(
  fc.constantFrom('personal_sign', 'eth_call', 'eth_sign', 'solana_signMessage', 'wallet_getCapabilities', 'unknown'),
  { maxLength: 4 },
)
const notifications = fc.array(fc.constantFrom('accountsChanged', 'chainChanged', 'message', 'unknown'), {
  maxLength: 3,
})
const lists = fc.record({ methods: names, notifications })
const scopes = (list: 'references' | 'chains') =>
  fc
    .dictionary(key, fc.tuple(lists, fc.array(reference, { maxLength: 4 })), {
      minKeys: 1,
      maxKeys: 5,
      noNullPrototype: true,
    })
    .map((entries) =>
      Object.fromEntries(
        Object.entries(entries).map(([scope, [wanted, references]]) => [
          scope,
          { ...wanted, ...(!scope.includes(':') && { [list]: references }) },
        ]),
      ),
    )
const former = fc.oneof(
  fc.record({ requiredScopes: scopes('references') }),
  fc.record({ optionalScopes: scopes('references') }),
  fc.record({ requiredScopes: scopes('references'), optionalScopes: scopes('chains') }),
)
const params = fc.oneof(former, fc.record({ scopes: scopes('chains') }))

/** `undefined` for a refused request: two scopes may define one network. */
function read(value: unknown): SessionRequest | undefined {
  try {
    return readRequest(value)
  } catch (error) {
    expect(error).toBeInstanceOf(SessionError)
    expect((error as SessionError).code).toBe(5204)
    return undefined
  }
}

test('reading what is written gives the same request again', () => {
  fc.assert(
    fc.property(params, (given) => {
      const request = read(given)
      if (request) expect(readRequest(JSON.parse(JSON.stringify(writeRequest(request))))).toEqual(request)
    }),
  )
})

test('repeated entries, and the order of the keys, change nothing', () => {
  const twice = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.concat(value)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, twice(part)]))
        : value
  const reversed = (value: object): object =>
    Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, part]: [string, unknown]) => [
          name,
          typeof part === 'object' && part !== null && !Array.isArray(part) ? reversed(part) : part,
        ]),
    )
  const byKey = (request: SessionRequest | undefined) =>
    request && { ...request, scopes: request.scopes.toSorted((one, other) => (one.key < other.key ? -1 : 1)) }
  fc.assert(
    fc.property(params, (given) => {
      const request = read(given)
      expect(read(twice(given))).toEqual(request)
      expect(byKey(read(reversed(given)))).toEqual(byKey(request))
    }),
  )
})

test('no network has two scopes, and each is one of those that were asked for', () => {
  fc.assert(
    fc.property(former, (given) => {
      const request = read(given)
      if (!request) return
      const asked = new Set(Object.values(given).flatMap((part) => Object.keys(part)))
      expect(new Set(request.scopes.map((scope) => scope.key))).toEqual(asked)
      const chains = request.scopes.flatMap(({ required, optional }) => [
        ...new Set([...(required?.chains ?? []), ...(optional?.chains ?? [])]),
      ])
      expect(new Set(chains).size).toBe(chains.length)
    }),
  )
})

test('[C231] a session grants nothing beyond the list, the networks and the connections, whatever is asked for', () => {
  const networks = ['eip155:1', 'eip155:10', 'solana:mainnet', 'bip122:0']
  const accounts: State['accounts'] = {
    eip155: accountAt(`eip155:1:${account}`),
    solana: accountAt(`solana:mainnet:${solanaKey}`),
  }
  const known = new Set([account, solanaKey])
  fc.assert(
    fc.property(params, (given) => {
      const request = read(given)
      if (!request) return
      const granted = grant(request.scopes, { networks, accounts })
      for (const one of granted) {
        const list = offered(one.key)
        for (const method of one.methods) expect(list.methods).toContain(method)
        for (const name of one.notifications) expect(list.notifications).toContain(name)
        for (const [chain, addresses] of one.accounts) {
          expect([...networks, 'eip155:0']).toContain(chain)
          expect(chain).not.toMatch(/^bip122/)
          expect(chain === one.key || chain.startsWith(`${one.key}:`)).toBe(true)
          for (const address of addresses) expect(known).toContain(address)
        }
      }
      // Both forms name the same networks.
      const chainsOf = (objects: ReturnType<typeof toScopes>) =>
        Object.entries(objects)
          .flatMap(([name, { references, chains }]) => (references ?? chains)?.map((one) => `${name}:${one}`) ?? [name])
          .toSorted()
      expect(chainsOf(toScopes(granted))).toEqual(chainsOf(toSessionScopes(granted)))
    }),
  )
})

test('[C230] any value at all is a request, or an error of the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record({ optionalScopes: fc.jsonValue(), scopes: fc.jsonValue() }, { requiredKeys: [] }),
      ),
      (value) => {
        try {
          readRequest(value)
        } catch (error) {
          expect(error).toBeInstanceOf(SessionError)
          expect(sessionErrors).toHaveProperty(String((error as SessionError).code))
        }
      },
    ),
  )
})
