/** The URL of the wallet listing, and the identity sent to it. */
import type { ListingService } from '../../core/api/listing.ts'
import type { ModalContext } from '../../core/context.ts'
import { optionsAtom } from '../../core/options.ts'

/** `undefined` if the project has no listing: then the modal shows only wallets of the page and makes no request. */
export function serviceOf({ project, store }: ModalContext): ListingService | undefined {
  const options = store.get(optionsAtom)
  if (project.listingUrl === undefined || !options) return undefined
  return {
    base: project.listingUrl,
    projectId: project.projectId,
    sdkVersion: `html-universal-${options.sdkVersion}`,
  }
}
