/** A contract that names an address outside the chain to whoever asks it, as if the answer were there (EIP-3668). */
import { encodeErrorResult, type Hex, numberToHex, parseAbi, size } from 'viem'

const lookup = parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)'])

/** @param sender the account that the question must be about @returns the code that deploys it */
export function lureCode(sender: Hex, url: string): Hex {
  const data = encodeErrorResult({ abi: lookup, args: [sender, [url], '0x1234', '0x1626ba7e', '0x'] })
  const lengthOf = (code: Hex) => numberToHex(size(code), { size: 2 }).slice(2)
  // Copies what follows itself to the memory, and reverts with it; the first part returns it.
  const runtime: Hex = `0x61${lengthOf(data)}600e60003961${lengthOf(data)}6000fd${data.slice(2)}`
  return `0x61${lengthOf(runtime)}600e60003961${lengthOf(runtime)}6000f3${runtime.slice(2)}`
}
