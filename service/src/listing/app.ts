/**
 * The wallet listing: same paths, parameters and shapes as the hosted one, from a table. Guarantees: bounded answers, a
 * typed refusal for a bad parameter, one ETag per content, and pictures without scripts.
 */
import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { refuse } from '../api/caller.ts'
import { drawPictures, type PictureKind, pictureKinds } from './pictures.ts'
import { WalletsQuery } from './query.ts'
import { selectWallets } from './select.ts'
import type { WalletAnswer } from './wallets.ts'

/** The list changes with our releases; pictures rarely do. Both may be served stale while being revalidated. */
const listCache = 'public, max-age=7200, stale-while-revalidate=86400'
const pictureCache = 'public, max-age=604800, stale-while-revalidate=2592000'

const picturePaths: Readonly<Record<PictureKind, string>> = {
  wallet: '/getWalletImage/:id',
  asset: '/public/getAssetImage/:id',
  currency: '/public/getCurrencyImage/:id',
  token: '/public/getTokenImage/:id',
}

export function createListingApp(wallets: readonly WalletAnswer[]): Hono {
  const app = new Hono({ strict: true })
  const pictures = drawPictures(wallets)

  app.get('/getWallets', (c) => {
    const query = WalletsQuery.safeParse(withoutEmpty(c.req.query()))
    if (!query.success) {
      const [issue] = query.error.issues
      return refuse(c, 400, String(issue?.path[0] ?? ''), 'Not a value that this parameter takes')
    }
    const body = JSON.stringify(selectWallets(wallets, query.data))
    return answer(c, body, 'application/json; charset=utf-8', listCache)
  })

  for (const kind of pictureKinds)
    app.get(picturePaths[kind], (c) => {
      const picture = pictures[kind].get(c.req.param('id') ?? '')
      if (picture === undefined) return refuse(c, 404, 'id', 'No such picture')
      return answer(c, picture, 'image/svg+xml', pictureCache)
    })
  return app
}

/** As in the hosted listing, an empty parameter counts as absent. */
const withoutEmpty = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

function answer(c: Context, body: string, type: string, cache: string): Response {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = { ETag: tag, 'Cache-Control': cache }
  if (matches(c.req.header('if-none-match'), tag)) return c.body(null, 304, headers)
  return c.body(body, 200, { ...headers, 'Content-Type': type })
}

/** Weak comparison, as required for this header (RFC 9110 §13.1.2). */
const matches = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag || candidate.trim() === '*') ??
  false
