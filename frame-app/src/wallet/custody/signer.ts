/** Adapts the Key Worker to the `Signer` of approvals. */
import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import { type FailureCode, KeyWorkerError } from '../key-link/failure.ts'
import type { Signer } from '../signing/request.ts'
import type { KeyWorker } from './worker-client.ts'

const codes: Readonly<Partial<Record<FailureCode, ErrorCode>>> = {
  LOCKED: 'UNAUTHORIZED',
  WRONG_SIGNER: 'UNAUTHORIZED',
  NOT_SIGNED: 'METHOD_NOT_ALLOWED',
  BAD_CALL: 'BAD_SHAPE',
  STOPPED: 'ABORTED',
}

export const createSigner = (worker: Pick<KeyWorker, 'call'>): Signer => ({
  async sign(request, signal) {
    signal.throwIfAborted()
    try {
      const { signed } = await worker.call('sign', { request })
      // The caller no longer waits: discard the signature.
      if (signal.aborted) throw new AirlockError('ABORTED')
      return signed
    } catch (error) {
      if (!(error instanceof KeyWorkerError)) throw error
      throw new AirlockError(codes[error.code] ?? 'INTERNAL', { cause: error })
    }
  },
})
