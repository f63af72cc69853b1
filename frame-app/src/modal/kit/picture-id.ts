/**
 * Identifies an asset for its picture: the colour under a missing picture follows from it, so it has to be the same in all views.
 *
 * @param address a plain address, or CAIP-10; `undefined`: the network's own currency
 */
export const pictureId = (network: string, address: string | undefined): string =>
  address === undefined ? network : `${network}:${address.slice(address.lastIndexOf(':') + 1)}`.toLowerCase()
