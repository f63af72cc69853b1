/**
 * Pictures of listed wallets, as blobs. Guarantees: few requests at a time, each picture requested once, and a limit on
 * stored pictures, so that memory is bounded for a list of any length.
 */
import { atom } from 'jotai'
import type { ListedWallet } from '../../core/api/listed-wallet.ts'
import { fetchImage, type ListingService } from '../../core/api/listing.ts'
import { listingOf } from '../../core/api/project-gateway.ts'
import type { ModalContext } from '../../core/context.ts'
import { walletImagesAtom } from './state/listing.ts'

/** The number of requests that a browser sends to one server at once; more would spend their two-second timeout in its queue. */
const atOnce = 6
const maxKept = 300

interface Shelf {
  /** In the order of arrival, oldest first. */
  readonly kept: Map<string, string>
  /** Requested or found missing; not requested again in this session. */
  readonly settled: Set<string>
  readonly waiting: { readonly imageId: string; readonly done: () => void }[]
  running: number
}
const shelfAtom = atom((): Shelf => ({ kept: new Map(), settled: new Set(), waiting: [], running: 0 }))

export async function loadWalletImages(
  context: ModalContext,
  wallets: readonly Pick<ListedWallet, 'imageId'>[],
): Promise<void> {
  const service = listingOf(context)
  if (!service) return
  const shelf = context.store.get(shelfAtom)
  const loads = wallets.flatMap(({ imageId }) => {
    if (imageId === undefined || shelf.settled.has(imageId)) return []
    shelf.settled.add(imageId)
    return [new Promise<void>((done) => shelf.waiting.push({ imageId, done }))]
  })
  work(context, shelf, service)
  await Promise.all(loads)
}

function work(context: ModalContext, shelf: Shelf, service: ListingService): void {
  while (shelf.running < atOnce) {
    const next = shelf.waiting.shift()
    if (!next) return
    shelf.running += 1
    const done = () => {
      shelf.running -= 1
      next.done()
      work(context, shelf, service)
    }
    context.scope.run(load(context, shelf, service, next.imageId).then(done))
  }
}

/** Never rejects. */
async function load(context: ModalContext, shelf: Shelf, service: ListingService, imageId: string): Promise<void> {
  const { store } = context
  try {
    const address = URL.createObjectURL(await fetchImage(service, 'wallet', imageId, new AbortController().signal))
    shelf.kept.set(imageId, address)
    const dropped = shelf.kept.size > maxKept ? [...shelf.kept].slice(0, shelf.kept.size - maxKept) : []
    for (const [id, old] of dropped) {
      URL.revokeObjectURL(old)
      shelf.kept.delete(id)
      // Requested again when it comes back into view.
      shelf.settled.delete(id)
    }
    store.set(walletImagesAtom, Object.fromEntries(shelf.kept))
  } catch {
    // The monogram stays.
  }
}
