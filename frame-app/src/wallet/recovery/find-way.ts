/** Finds a way to open the recovery secret on a new device, from the wallet's methods and the user's choice. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { loginError } from '../../shared/login/failure.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { OpenRecovery } from '../key-link/surface.ts'
import type { AskedRecovery, Prompt, Recovery, RecoveryContext, Way } from './recovery.ts'
import { createTyped } from './typed.ts'

interface Context extends Omit<RecoveryContext, 'passkeys'>, Pick<Recovery, 'byMail'> {
  readonly prompt: Prompt
}

export async function findWay(
  { opened: { set, methods }, escrow, signal }: AskedRecovery,
  { methods: listMethods, byMail, hasKit, prompt, ...typing }: Context,
): Promise<OpenRecovery> {
  const mail = methods.find(({ kind }) => kind === 'escrow')
  const listed = await listMethods()
  const credentials = new Map(
    listed.flatMap(({ methodId, credentialId }) => (credentialId === undefined ? [] : [[credentialId, methodId]])),
  )
  const password = listed.find(({ kind }) => kind === 'password')
  const { walletId } = set
  const hasPasskey = credentials.size > 0
  if (mail && !hasPasskey && !password) {
    try {
      return await byMail(mail, walletId, escrow)
    } catch (error) {
      // The recovery service may be gone for good: a kit still opens the wallet.
      if (signal.aborted || !isLost(error) || !(await hasKit().catch(() => false))) throw error
    }
  }
  const hasNone = !hasPasskey && !mail && !password
  if (hasNone && !(await hasKit())) throw loginError({ reason: 'NO_WAY_IN' })
  const over = new AbortController()
  const answer = new Promise<Way>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
    const question = {
      credentialIds: [...credentials.keys()],
      answer: resolve,
      // If the wallet has no method, report that instead of the user's missing kit.
      refuse: (error: unknown) => reject(hasNone ? loginError({ reason: 'NO_WAY_IN' }) : error),
      startTyping: () => createTyped({ ...typing, walletId, method: password, onOpened: resolve }),
    }
    prompt(question, { busy: false, hasPasskey, hasMail: mail !== undefined })
  })
  try {
    const by = await answer
    if ('credentialId' in by) {
      const methodId = credentials.get(by.credentialId)
      const method = methods.find((each) => each.methodId === methodId)
      if (!method) throw new AirlockError('WALLET_FAILED')
      return { kind: 'passkey', methodId: method.methodId, sealedR: method.sealedR, passkey: by }
    }
    if (by.kind !== 'mail') return by
    if (!mail) throw new AirlockError('WALLET_FAILED')
    return await byMail(mail, walletId, escrow)
  } finally {
    over.abort()
    prompt(undefined, undefined)
  }
}

const isLost = (error: unknown): boolean => error instanceof ServiceRefusal && lost.has(error.code)
const lost: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE', 'SHARE_UNKNOWN'])
