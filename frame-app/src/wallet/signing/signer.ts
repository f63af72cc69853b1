/** Who signs, as approvals see it: the Key Worker behind its guard, and in tests a key in the open. */
import type { SigningRequest } from './request.ts'

export interface Signer {
  /**
   * Signs exactly this. Answers
   *  - for `evmTransaction` the signed transaction as it is sent (`0x02…`),
   *  - for `evmMessage` and `evmTypedData` the signature, 65 bytes as hex with `v` 27 or 28,
   *  - for the Solana kinds the signature, 64 bytes in base58; of several transactions all, behind each other.
   *
   * @throws AirlockError UNAUTHORIZED when the wallet is locked or the signer is not its account, ABORTED.
   */
  sign(request: SigningRequest, signal: AbortSignal): Promise<string>
}
