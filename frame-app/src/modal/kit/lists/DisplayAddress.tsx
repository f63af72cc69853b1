/** An address in the modal, in its one spelling. Not part of `Address`: the wallet frame's addresses have it already, without this code. */
import { toDisplayAddress } from '../../../shared/format/display-address.ts'
import { Address, type AddressProps } from '../../../shared/ui/figures/Address.tsx'

export const DisplayAddress = ({ address, ...look }: AddressProps) => (
  <Address {...look} address={toDisplayAddress(address)} />
)
