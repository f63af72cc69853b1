/**
 * The exposed object: one function per method, nothing else. Requests are parsed before anything runs, and answers before they leave, so
 * that they contain only fields of `surface.ts`. Errors are reduced to their code.
 */
import * as z from 'zod/mini'
import { KeyWorkerError } from '../key-link/failure.ts'
import { isMethod, type KeyWorkerCalls, type Method, type Outcome, surface } from '../key-link/surface.ts'

export type Served = Readonly<Record<Method, (request: unknown) => Promise<Outcome>>>

export const serve = (calls: KeyWorkerCalls): Served =>
  Object.fromEntries(
    Object.keys(surface)
      .filter(isMethod)
      .map((method) => [method, (request: unknown) => answer(method, calls, request)]),
  ) as Served // as: `surface` has exactly the methods

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
