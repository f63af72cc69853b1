/** The gateway and the wallet listing of the project, if it has them, and the identity sent to them. */

import type { ModalContext } from '../context.ts'
import { optionsAtom } from '../options.ts'
import type { ListingService } from './listing.ts'

export const hasGateway = ({ project }: ModalContext): boolean => project.gatewayUrl !== undefined

export const gatewayOf = (context: ModalContext) => serviceAt(context, context.project.gatewayUrl)

/** `undefined` if the project has no listing: then the modal shows only wallets of the page and makes no request. */
export const listingOf = (context: ModalContext) => serviceAt(context, context.project.listingUrl)

function serviceAt({ project, store }: ModalContext, base: string | undefined): ListingService | undefined {
  const options = store.get(optionsAtom)
  if (base === undefined || !options) return undefined
  return { base, projectId: project.projectId, sdkVersion: `html-universal-${options.sdkVersion}` }
}
