/** Redirects of a static host: the addresses through which host pages leave for a social login. */
import type { Projects } from '../frames/projects.ts'
import { socialRedirect, ticketPattern } from '../frames/social-redirect.ts'

export interface Redirect {
  readonly projectId: string
  /** Completed by the ticket. */
  readonly to: string
}

export const siteRedirects = (projects: Projects): readonly Redirect[] =>
  [...projects.values()].flatMap((record) => {
    const to = socialRedirect(record)
    return to === undefined ? [] : { projectId: record.projectId, to }
  })

/** A `_redirects` file for Netlify and Cloudflare Pages. Netlify has no 303; a login leaves with GET, for which 302 is the same. */
export const redirectsFile = (redirects: readonly Redirect[]): string =>
  redirects.map(({ projectId, to }) => `/p/${projectId}/social/:ticket ${to}:ticket 302\n`).join('')

/** As in nginx's regular expressions. */
export const redirectPattern = ({ projectId }: Redirect): string => `^/p/${projectId}/social/(${ticketPattern})$`
