/** Which listing the modal asks, and as whom. */
import type { ListingService } from '../api/listing.ts'
import { optionsAtom } from '../state/options.ts'
import type { ModalContext } from './context.ts'

/** `undefined` where the project has no listing: then the modal shows what the page has, and asks nobody. */
export function serviceOf({ project, store }: ModalContext): ListingService | undefined {
  const options = store.get(optionsAtom)
  if (project.listingUrl === undefined || !options) return undefined
  return {
    base: project.listingUrl,
    projectId: project.projectId,
    sdkVersion: `html-universal-${options.sdkVersion}`,
  }
}
