/**
 * The exposed object: one function per method, nothing else. Requests are parsed before anything runs, and answers before they leave, so
 * that they contain only fields of `surface.ts`. Errors are reduced to their code.
 */
import * as z from 'zod/mini'
import { KeyWorkerError } from '../key-link/failure.ts'
import { type KeyWorkerCalls, type Method, type Outcome, surface } from '../key-link/surface.ts'

export type Served = Readonly<Record<Method, (request: unknown) => Promise<Outcome>>>

export function serve(calls: KeyWorkerCalls): Served {
  return {
    device: (request) => answer('device', calls, request),
    prove: (request) => answer('prove', calls, request),
    known: (request) => answer('known', calls, request),
    recipient: (request) => answer('recipient', calls, request),
    create: (request) => answer('create', calls, request),
    revive: (request) => answer('revive', calls, request),
    restore: (request) => answer('restore', calls, request),
    enrol: (request) => answer('enrol', calls, request),
    confirm: (request) => answer('confirm', calls, request),
    activated: (request) => answer('activated', calls, request),
    unlock: (request) => answer('unlock', calls, request),
    unlockAlone: (request) => answer('unlockAlone', calls, request),
    recall: (request) => answer('recall', calls, request),
    addPasskey: (request) => answer('addPasskey', calls, request),
    dropPasskey: (request) => answer('dropPasskey', calls, request),
    provePassword: (request) => answer('provePassword', calls, request),
    checkKit: (request) => answer('checkKit', calls, request),
    sign: (request) => answer('sign', calls, request),
    export: (request) => answer('export', calls, request),
    rotate: (request) => answer('rotate', calls, request),
    openFormer: (request) => answer('openFormer', calls, request),
    sweep: (request) => answer('sweep', calls, request),
    dropFormer: (request) => answer('dropFormer', calls, request),
    lock: (request) => answer('lock', calls, request),
    renew: (request) => answer('renew', calls, request),
    forget: (request) => answer('forget', calls, request),
  }
}

async function answer<M extends Method>(method: M, calls: KeyWorkerCalls, raw: unknown): Promise<Outcome> {
  const { request, answer: form }: { request: z.ZodMiniType; answer: z.ZodMiniType } = surface[method]
  const parsed = z.safeParse(request, raw)
  if (!parsed.success) return { ok: false, code: 'BAD_CALL' }
  try {
    const call: (request: never) => Promise<unknown> = calls[method]
    return { ok: true, answer: z.parse(form, await call(parsed.data as never)) } // as: its own schema has just parsed it
  } catch (error) {
    return { ok: false, code: error instanceof KeyWorkerError ? error.code : 'INTERNAL' }
  }
}
