/**
 * The rules as nginx locations, to include in the `server` block of the frame's origin, which sets TLS and `root`.
 * `add_header` is not inherited by a location with its own, so each location lists all headers.
 */
import { frameHeaders, type Headers } from '../frames/headers.ts'
import { type Redirect, redirectPattern } from './redirects.ts'
import type { Rule } from './rules.ts'

/** nginx's buffer for one word is 4096 bytes. */
const maxValue = 4000

export function nginxConfig(rules: readonly Rule[], redirects: readonly Redirect[] = []): string {
  const refusal = ['location / {', ...lines(frameHeaders({ kind: 'refusal' })), '  return 404;', '}'].join('\n')
  return `${[preamble, ...rules.map(location), ...redirects.map(redirection), refusal].join('\n\n')}\n`
}

const preamble = `# The frame's own types: what is served as something else does not run.
types {
  text/html html;
  text/javascript js;
  text/css css;
  application/json json;
  text/plain sig;
  image/svg+xml svg;
  image/png png;
  image/webp webp;
  font/woff2 woff2;
  application/wasm wasm;
}
default_type application/octet-stream;
charset utf-8;
charset_types text/css text/javascript text/plain application/json;
absolute_redirect off;`

function location({ path, match, file, headers }: Rule): string {
  const head = match === 'exact' ? `location = ${path} {` : `location ^~ ${path} {`
  // Missing files get the refusal below: with these headers, the 404 would be cached as immutable.
  return [head, ...lines(headers), `  try_files ${file ?? '$uri'} /refused/;`, '}'].join('\n')
}

function redirection(redirect: Redirect): string {
  const headers = { ...frameHeaders({ kind: 'refusal' }), 'Referrer-Policy': 'no-referrer' }
  const head = `location ~ "${redirectPattern(redirect)}" {`
  return [head, ...lines(headers), `  return 303 ${checked(redirect.to)}$1;`, '}'].join('\n')
}

const lines = (headers: Headers): string[] =>
  Object.entries(headers).map(([name, value]) => `  add_header ${name} ${quoted(value)} always;`)

/** A URL as one word. */
function checked(url: string): string {
  if (/[\s;{}"'$\\]/.test(url)) throw new Error(`nginx cannot redirect to ${url}`)
  return url
}

function quoted(value: string): string {
  // A dollar sign would start a variable, and a line break would end the value.
  if (/[$\\\r\n]/.test(value)) throw new Error(`nginx cannot say this header: ${value}`)
  if (value.length > maxValue)
    throw new Error(`A header is longer than ${maxValue} characters, which nginx does not read`)
  return `"${value.replaceAll('"', '\\"')}"`
}
