/** What all flows have in common: a machine of states with private data, begun by one device. A state without a step is final. */
import * as z from 'zod/mini'
import type { Flow, FlowKind } from '../../store/contract/flows.ts'
import type { Repositories, Store } from '../../store/store.ts'
import type { Outside } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import type { Caller } from './caller.ts'
import { encodeText } from './identities.ts'
import type { DeviceKey } from './proof.ts'

export type FromDevice = { readonly device: DeviceKey; readonly caller: Caller; readonly origin: string | undefined }
export type FoundFlow = Flow & { readonly isExpired: boolean }
/** Answers when the flow has changed, or after this time. */
export type Waiting = { readonly waitMs: number; readonly signal: AbortSignal }

/** What payloads have in common: the page, and browser and operating system of the device. */
export const askedBy = { hostOrigin: z.string(), label: z.string() }
/** The same where the user picks a number: the place of the device, and the numbers to choose from. Empty when no approval is needed. */
export const askedFrom = { ...askedBy, place: z.string(), numbers: z.array(z.int()) }

type NewFlow<State, Payload> = Pick<Flow, 'id' | 'projectId' | 'jkt'> &
  Partial<Pick<Flow, 'addressHash' | 'stateHash' | 'challenge' | 'matchNumber'>> & {
    readonly payload: Payload
    readonly status: State
    readonly now: number
    readonly lifetimeMs: number
  }

/**
 * @param seen the states, each with what the client is told of it
 * @param payload private data, stored sealed
 * @param unknown the refusal of a flow that does not exist, or belongs to another device
 */
export function defineFlow<
  const Seen extends Readonly<Record<string, unknown>>,
  Payload,
  Step extends string,
>(definition: {
  readonly kind: FlowKind
  readonly seen: Seen
  readonly steps: Readonly<Record<Step, { readonly from: keyof Seen & string; readonly to: keyof Seen & string }>>
  readonly payload: z.ZodMiniType<Payload>
  readonly unknown: 'FLOW_UNKNOWN' | 'CHECK_UNKNOWN'
}) {
  type State = keyof Seen & string
  const { kind, seen, steps, payload, unknown } = definition
  const isState = (text: string): text is State => Object.hasOwn(seen, text)
  const encode = (data: Payload) => encodeText(JSON.stringify(data))
  const stateOf = ({ status }: Pick<Flow, 'status'>): State => {
    if (!isState(status)) throw new Error(`A flow of the kind ${kind} has an invalid state`)
    return status
  }

  return {
    stateOf,
    seenAs: (flow: Pick<Flow, 'status'>) => seen[stateOf(flow)],
    read: (flow: Flow): Payload => z.parse(payload, JSON.parse(new TextDecoder().decode(flow.payload))),

    /** The flows of this kind in a store. */
    in: (store: Store, outside: Outside) => {
      /** `undefined`: of another device, or unknown. */
      const find = async (id: string, { device }: Pick<FromDevice, 'device'>): Promise<FoundFlow | undefined> => {
        const flow = await store.flows.find(id, outside.now())
        return flow?.kind === kind && flow.jkt === device.jkt ? flow : undefined
      }
      const findByState = async (stateHash: string): Promise<FoundFlow | undefined> => {
        const flow = await store.flows.findByState(stateHash, outside.now())
        return flow?.kind === kind ? flow : undefined
      }
      const known = (flow: FoundFlow | undefined): FoundFlow => {
        if (!flow) throw new Refusal(unknown)
        return flow
      }
      return {
        find,
        findByState,
        requireOwn: async (id: string, from: Pick<FromDevice, 'device'>) => known(await find(id, from)),
        requireByState: async (stateHash: string) => known(await findByState(stateHash)),
        /** @returns the flow as it is then */
        untilChanged: async (flow: FoundFlow, { waitMs, signal }: Waiting): Promise<FoundFlow> => {
          if (waitMs === 0 || flow.isExpired) return flow
          const ends = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
          const { id: flowId, status } = flow
          return (await store.waitForFlow({ flowId, status, now: outside.now, signal: ends })) ?? flow
        },
        create: (tx: Repositories, flow: NewFlow<State, Payload>) =>
          tx.flows.create({
            addressHash: undefined,
            stateHash: undefined,
            challenge: undefined,
            matchNumber: undefined,
            ...flow,
            kind,
            payload: encode(flow.payload),
          }),
        /** True for one of several callers, and never for a flow that has expired. `data` replaces the private data. */
        advance: ({ id: flowId }: Pick<Flow, 'id'>, step: Step, data?: Payload, tx: Repositories = store) =>
          tx.flows.advance({ flowId, ...steps[step], now: outside.now(), ...(data && { payload: encode(data) }) }),
      }
    },
  }
}
