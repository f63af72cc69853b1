import * as z from 'zod/mini'

/** A provider of the installation: a well-known one, or any OpenID provider under a name chosen by the operator. */
export const SocialId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/))
