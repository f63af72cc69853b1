/** The signer that approvals use: the Key Worker, or a plain key in tests. */
import type { SigningRequest } from './request.ts'

export interface Signer {
  /**
   * Signs exactly this request. Returns
   *  - for `evmTransaction`, `evmBatch` and `evmUndelegation`: the signed transaction, ready to be sent (`0x02…`, `0x04…`),
   *  - for `evmOperation`: the signature of the operation, then that of the delegation if there is one, 65 bytes each,
   *  - for `evmSession`: the signature of the delegation, 65 bytes, and after it the signed transaction of the upgrade, if any,
   *  - for `evmMessage` and `evmTypedData`: the signature, 65 bytes in hex with `v` 27 or 28,
   *  - for the Solana kinds: the signature, 64 bytes in base58; for several transactions, all signatures concatenated.
   *
   * @throws AirlockError UNAUTHORIZED if the wallet is locked or the signer is not its account, ABORTED.
   */
  sign(request: SigningRequest, signal: AbortSignal): Promise<string>
}
