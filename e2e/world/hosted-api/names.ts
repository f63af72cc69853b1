/** The registry of names of the hosted API: its checks in their order, with real signatures of keys (EIP-191). */
import { isHex, verifyMessage } from 'viem'
import * as z from 'zod'
import { isEvmAddress } from './networks.ts'
import { type Refusal, refusals } from './refusals.ts'

const zone = 'reown.id'
const windowSeconds = 10
const ether = 60
const free = ['harbour', 'harvest', 'harmony', 'maxim', 'maximum', 'visitor', 'voyage'] as const

const Body = z.object({ coin_type: z.int(), address: z.string(), message: z.string(), signature: z.string() })
const Message = z.object({
  name: z.string(),
  attributes: z.record(z.string(), z.string()),
  timestamp: z.int().nonnegative(),
})
const bio = /^[a-zA-Z0-9@:/._\-?&=+ ]{1,255}$/

type Name = {
  readonly name: string
  readonly registered_at: string
  readonly updated_at: string
  readonly attributes: Readonly<Record<string, string>> | null
  readonly addresses: Readonly<Record<string, { readonly address: string; readonly created_at: string | null }>>
}
export type Said = Refusal | { readonly value: unknown }

/** @param now Unix time in milliseconds */
export function createHostedNames({
  chainIds,
  now,
}: {
  readonly chainIds: ReadonlySet<number>
  readonly now: () => number
}) {
  const names = new Map<string, Name>()
  const isCoinType = (type: number) => type === ether || (type >= 2 ** 31 && chainIds.has(type - 2 ** 31))

  return {
    /** The first name of an account, by exact text. */
    firstOf: (address: string): string | undefined => namesOf(address)[0]?.name,
    find(name: string, apiVersion: string | undefined): Said {
      const wrong = checkName(name)
      if (wrong) return wrong
      const found = names.get(name)
      return found ? { value: found } : apiVersion === '2' ? { value: [] } : refusals.nameNotFound(name)
    },
    reverse(address: string, apiVersion: string | undefined): Said {
      if (!isEvmAddress(address)) return refusals.badAddress
      const found = namesOf(address)
      return found.length > 0 || apiVersion === '2' ? { value: found } : refusals.noName
    },
    suggest(label: string, inZone = zone): Said {
      if (!/^[a-z0-9.-]+$/.test(label)) return refusals.nameFormat(label)
      if (label.length < 3) return refusals.nameLength(label)
      const others = free.filter((word) => word.startsWith(label) && word !== label && !names.has(`${word}.${inZone}`))
      const all = [label, ...others.slice(0, 4)].map((word) => `${word}.${inZone}`)
      return { value: { suggestions: all.map((name) => ({ name, registered: names.has(name) })) } }
    },
    async register(text: string): Promise<Said> {
      const json = readJson(text)
      if (!json) return refusals.notJson
      const body = Body.safeParse(json.value)
      if (!body.success) return refusals.wrongBody
      const { coin_type, address, message, signature } = body.data
      const said = Message.safeParse(readJson(message)?.value)
      if (!said.success) return refusals.badMessage
      const { name, attributes, timestamp } = said.data
      const wrong = checkName(name)
      if (wrong) return wrong
      if (!isCoinType(coin_type)) return refusals.coinType(coin_type)
      if (names.has(name)) return refusals.nameTaken(name)
      if (Math.abs(now() / 1_000 - timestamp) > windowSeconds) return refusals.tooOld(timestamp)
      if (!Object.entries(attributes).every(([key, value]) => key === 'bio' && bio.test(value)))
        return refusals.attributes
      if (!isEvmAddress(address) || !(await isSignedBy(address, message, signature))) return refusals.badSignature
      const created_at = new Date(now()).toISOString()
      const record: Name = {
        name,
        registered_at: created_at,
        updated_at: created_at,
        attributes,
        addresses: Object.fromEntries([ether, coin_type].map((type) => [type, { address, created_at }])),
      }
      names.set(name, record)
      return { value: record }
    },
  }

  function namesOf(address: string): readonly Name[] {
    return [...names.values()].filter(({ addresses }) => addresses[ether]?.address === address)
  }
}

function checkName(name: string): Refusal | undefined {
  if (!/^[a-z0-9.-]+$/.test(name)) return refusals.nameFormat(name)
  const [label = '', ...rest] = name.split('.')
  if (rest.length !== 2 || label.length < 3 || label.length > 64) return refusals.nameLength(name)
  return rest.join('.') === zone ? undefined : refusals.nameZone(name)
}

async function isSignedBy(address: string, message: string, signature: string): Promise<boolean> {
  if (!isHex(signature) || !isHex(address)) return false
  return verifyMessage({ address, message, signature }).catch(() => false)
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
