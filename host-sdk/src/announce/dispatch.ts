import { quietly } from '../dom.ts'

/** Errors of page functions that were replaced, or of listeners, do not stop our code. */
export const dispatch = (type: string, detail: unknown): void =>
  void quietly(() => window.dispatchEvent(new CustomEvent(type, { detail })))
