/** Import first, before any schema: keeps zod from probing `new Function`, which strict policies report as a violation. */
import * as z from 'zod/mini'

z.config({ jitless: true })
