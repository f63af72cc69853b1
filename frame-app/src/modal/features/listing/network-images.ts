/**
 * Loads pictures from the listing for networks to which the page gives none: few requests at a time, each picture once in a session. Loaded
 * with the listing, after the first view; until then a network shows its monogram.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { fetchImage } from '../../core/api/listing.ts'
import { networkImageId } from '../../core/api/network-pictures.ts'
import { listingOf } from '../../core/api/project-gateway.ts'
import type { ModalContext } from '../../core/context.ts'
import { networksAtom } from '../../session/state/network.ts'

const atOnce = 4
/** A page may list hundreds; users mostly see the first ones. */
const most = 64

/** Addresses of pictures by network; `undefined` while requested, or if there is none. */
const askedAtom = atom(() => new Map<Caip2, string | undefined>())

/** Never rejects: on a failure the monogram stays. */
export async function loadNetworkImages(context: ModalContext): Promise<void> {
  const service = listingOf(context)
  if (!service) return
  const known = context.store.get(askedAtom)
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

/** The page's own pictures stay. Known pictures are set again after a new configuration, which has none of them. */
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
