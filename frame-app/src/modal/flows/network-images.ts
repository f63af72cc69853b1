/**
 * Pictures of networks for which the page has none, from the listing. Few requests at a time, each picture once in a session.
 * Loaded with the listing, after the first view: a network has its monogram until then.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { fetchImage } from '../api/listing.ts'
import { networkImageId } from '../api/network-pictures.ts'
import { networksAtom } from '../state/network.ts'
import type { ModalContext } from './context.ts'
import { serviceOf } from './listing-service.ts'

const atOnce = 4
/** A page may list hundreds; the first ones are what people see. */
const most = 64

/** Addresses of pictures by network; `undefined`: asked for, or not there. */
const asked = new WeakMap<ModalContext, Map<Caip2, string | undefined>>()

/** Never rejects: the monogram stays. */
export async function loadNetworkImages(context: ModalContext): Promise<void> {
  const service = serviceOf(context)
  if (!service) return
  const known = asked.get(context) ?? new Map<Caip2, string | undefined>()
  asked.set(context, known)
  const wanted = context.store
    .get(networksAtom)
    .flatMap(({ id, icon }) => {
      const imageId = icon === undefined && !known.has(id) ? networkImageId(id) : undefined
      return imageId === undefined ? [] : [{ id, imageId }]
    })
    .slice(0, most - known.size)
  for (const { id } of wanted) known.set(id, undefined)
  const queue = [...wanted]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const picture = await fetchImage(service, 'asset', next.imageId, new AbortController().signal).catch(
        () => undefined,
      )
      if (picture) known.set(next.id, URL.createObjectURL(picture))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  show(context, known)
}

/** The page's own pictures stay. Another configuration has forgotten the others. */
function show({ store }: ModalContext, known: ReadonlyMap<Caip2, string | undefined>): void {
  const networks = store.get(networksAtom)
  if (!networks.some(({ id, icon }) => icon === undefined && known.get(id) !== undefined)) return
  store.set(
    networksAtom,
    networks.map((network) => {
      const icon = network.icon ?? known.get(network.id)
      return icon === undefined ? network : { ...network, icon }
    }),
  )
}
