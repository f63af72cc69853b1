/** Web origins: exact, canonical, http(s) only. The protocol has no suffixes, patterns or wildcards. */
import * as z from 'zod/mini'
import { readUrl } from './url.ts'

/** Letters, digits, dots and hyphens only: an origin is written into response headers, where `*`, `;` and `[` have another meaning. */
const form = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$/

export const isOrigin = (text: string): boolean => form.test(text) && readUrl(text)?.origin === text

/** A serialized origin such as `https://app.example`, equal to its own `new URL(...).origin`. */
export const Origin = z.string().check(z.maxLength(300), z.refine(isOrigin))
export type Origin = z.infer<typeof Origin>
