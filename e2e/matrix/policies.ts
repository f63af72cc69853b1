/**
 * The policies of strict sites, one row each: what the site sends, what its embedder must allow for us and why, and the
 * result. `specs/strict-host/policies.spec.ts` runs every row; `npm run matrix` writes the table of `docs/csp.md` from
 * that run.
 */
import type { ErrorCode } from '@airlock/protocol/errors.ts'
import { delegatedFeatures } from '@airlock/service/frames/headers.ts'
import { type Directives, type HostPolicy, type Site, strict } from '../world/policy.ts'
import type { Plant } from './plants.ts'

export type MatrixPolicy = {
  /** Short description of the site. */
  readonly about: string
  readonly policy: HostPolicy
  /** What the embedder must allow for us, and why. Markdown. */
  readonly allow: string
  readonly outcome: 'connects' | Refused
  /** Violations that the page's policy reports nevertheless. */
  readonly violates?: readonly string[]
  /** Violations that the frame's policy reports to the frame's own server. */
  readonly frameViolates?: readonly string[]
  /** A deliberate violation, to prove that violations are counted. */
  readonly plant: Plant
  /** The page to open. Default: a bundle that contains the SDK. */
  readonly page?: '/sdk-host.html'
  /** The host that serves it. Default: the listed one. */
  readonly host?: 'other'
}

/** The embedder's code gets this error, whose text tells the solution. */
export type Refused = {
  readonly code: ErrorCode
  readonly cure: string
  /**
   * `create`: `createAirlock` throws. `load`: `open()` rejects. `frame`: it rejects too, and the dialog shows the text
   * to the user.
   */
  readonly at: 'create' | 'load' | 'frame'
}

/** Allows only what is named. */
const closed = ({ modalOrigin }: Site, scripts: readonly string[]): Directives => ({
  'default-src': ["'none'"],
  'script-src': scripts,
  'frame-src': [modalOrigin],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
})

const without = (directives: Directives, name: string): Directives =>
  Object.fromEntries(Object.entries(directives).filter(([key]) => key !== name))

const deny = (features: readonly string[], whom = '()') => features.map((feature) => `${feature}=${whom}`).join(', ')

/** All features that Chromium knows. */
const everyFeature =
  'accelerometer autoplay browsing-topics camera captured-surface-control clipboard-read clipboard-write compute-pressure cross-origin-isolated deferred-fetch deferred-fetch-minimal digital-credentials-get display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection keyboard-map language-detector language-model local-fonts local-network local-network-access loopback-network magnetometer microphone midi on-device-speech-recognition otp-credentials payment picture-in-picture private-state-token-issuance private-state-token-redemption publickey-credentials-create publickey-credentials-get screen-wake-lock serial storage-access summarizer sync-xhr translator unload usb window-management xr-spatial-tracking'.split(
    ' ',
  )

const frameSrc = '`frame-src` with the modal’s origin: everything we draw is in that frame.'
const nothingMore = 'Nothing beyond `frame-src`.'

export const matrix = {
  strict: {
    about: 'Own files only, Trusted Types with one policy of the site',
    policy: { csp: strict },
    allow: frameSrc,
    outcome: 'connects',
    plant: 'html',
  },
  'default-none': {
    about: 'Everything closed but its own scripts',
    policy: { csp: (site) => closed(site, ["'self'"]) },
    allow: `${frameSrc} No \`style-src\`, \`img-src\`, \`connect-src\` or \`worker-src\`: the SDK styles through the CSSOM and fetches nothing.`,
    outcome: 'connects',
    plant: 'style',
  },
  'frame-src-path': {
    about: '`frame-src` narrowed to the address of the frame',
    policy: { csp: (site) => ({ ...closed(site, ["'self'"]), 'frame-src': [`${site.modalOrigin}/p/demo/`] }) },
    allow: 'The address of `frameUrl` instead of its origin. The frame never navigates away from it.',
    outcome: 'connects',
    plant: 'frame',
  },
  'child-src': {
    about: '`child-src` in place of `frame-src`',
    policy: {
      csp: (site) => ({ ...without(closed(site, ["'self'"]), 'frame-src'), 'child-src': [site.modalOrigin] }),
    },
    allow: 'The modal’s origin in `child-src`: browsers fall back to it where `frame-src` is missing.',
    outcome: 'connects',
    plant: 'frame',
  },
  nonce: {
    about: 'Scripts by nonce alone',
    policy: { csp: (site) => closed(site, [`'nonce-${site.nonce}'`]), scripts: 'nonce' },
    allow:
      'The nonce on your script tags and their `modulepreload` links. The SDK’s later parts inherit it from the script that imports them.',
    outcome: 'connects',
    plant: 'script',
  },
  'nonce-strict-dynamic': {
    about: 'Scripts by nonce, and what these load',
    policy: { csp: (site) => closed(site, [`'nonce-${site.nonce}'`, "'strict-dynamic'"]), scripts: 'nonce' },
    allow: 'The nonce on your script tags and their `modulepreload` links.',
    outcome: 'connects',
    plant: 'style',
  },
  'hash-strict-dynamic': {
    about: 'Scripts by hash, and what these load',
    policy: { csp: (site) => closed(site, [...site.scriptHashes, "'strict-dynamic'"]), scripts: 'integrity' },
    allow:
      'The hash of each script that stands in the page, in the policy and as `integrity` on its tag. `strict-dynamic` lets the SDK load its later parts.',
    outcome: 'connects',
    plant: 'style',
  },
  'hash-import-map': {
    about: 'Scripts by hash alone',
    policy: { csp: (site) => closed(site, site.scriptHashes), scripts: 'import-map' },
    allow:
      'The hash of every script, those of the SDK’s later parts too, in the policy and in the `integrity` section of an import map, and the hash of the map. Chrome 127, Firefox 138 and Safari 18 read that section.',
    outcome: 'connects',
    plant: 'script',
  },
  'trusted-types-none': {
    about: 'Trusted Types required, no policy may be made',
    policy: {
      csp: (site) => ({
        ...closed(site, ["'self'"]),
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ["'none'"],
      }),
    },
    allow: `${nothingMore} The SDK makes no Trusted Types policy and writes no HTML.`,
    outcome: 'connects',
    plant: 'types',
  },
  'trial-policy': {
    about: 'A stricter policy on trial: reported, not enforced',
    policy: { csp: strict, trialCsp: () => ({ 'frame-src': ["'none'"] }) },
    allow: 'Nothing: what is only reported does not stop us, and does not count as a refusal.',
    outcome: 'connects',
    violates: ['frame-src'],
    plant: 'html',
  },
  isolated: {
    about: 'Cross-origin isolated',
    policy: {
      csp: (site) => ({ ...strict(site), 'img-src': ['*'] }),
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Origin-Agent-Cluster': '?1',
      },
    },
    allow: `${nothingMore} The frame sends the COEP and CORP that an isolated page asks for.`,
    outcome: 'connects',
    plant: 'resource',
  },
  credentialless: {
    about: 'Cross-origin isolated without credentials',
    policy: {
      csp: strict,
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'credentialless',
      },
    },
    allow: nothingMore,
    outcome: 'connects',
    plant: 'html',
  },
  'opener-severed': {
    about: 'No ties to other windows',
    policy: { csp: strict, headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } },
    allow: nothingMore,
    outcome: 'connects',
    plant: 'html',
  },
  'opener-kept': {
    about: 'Ties only to its own pop-ups',
    policy: { csp: strict, headers: { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' } },
    allow: nothingMore,
    outcome: 'connects',
    plant: 'html',
  },
  'no-referrer': {
    about: 'No referrer, and none to frame it',
    policy: { csp: strict, headers: { 'Referrer-Policy': 'no-referrer', 'X-Frame-Options': 'DENY' } },
    allow: `${nothingMore} The frame asks for the origin alone, by its own attribute.`,
    outcome: 'connects',
    plant: 'html',
  },
  'no-permissions': {
    about: 'Every browser feature denied',
    policy: { csp: strict, headers: { 'Permissions-Policy': deny(everyFeature) } },
    allow:
      'Nothing to connect. To copy an address with one click, leave `clipboard-write=(self "https://modal.example")`.',
    outcome: 'connects',
    plant: 'feature',
  },
  'own-permissions': {
    about: 'Browser features for itself only',
    policy: { csp: strict, headers: { 'Permissions-Policy': deny(delegatedFeatures, '(self)') } },
    allow: 'Nothing to connect. Features for `self` alone are denied to every frame: see above.',
    outcome: 'connects',
    plant: 'html',
  },
  integrity: {
    about: 'The SDK’s file by script tag, with its hash',
    policy: { csp: (site) => closed(site, ["'self'"]), scripts: 'integrity' },
    page: '/sdk-host.html',
    allow: '`integrity` on the tag: the file is served as it was built, and CORS lets the browser check it.',
    outcome: 'connects',
    plant: 'style',
  },
  'integrity-policy': {
    about: 'No script without a hash',
    policy: {
      csp: (site) => closed(site, ["'self'", ...site.scriptHashes]),
      headers: { 'Integrity-Policy': 'blocked-destinations=(script)' },
      scripts: 'import-map',
    },
    page: '/sdk-host.html',
    allow:
      'An import map whose `integrity` section lists all files of the SDK: the later parts have no tag that could carry a hash.',
    outcome: 'connects',
    plant: 'unhashed',
  },
  'sandboxed-with-origin': {
    about: 'Sandboxed, with an origin',
    policy: { csp: (site) => ({ ...strict(site), sandbox: ['allow-scripts', 'allow-same-origin'] }) },
    allow: '`allow-same-origin`. Links of the modal open only with `allow-popups allow-popups-to-escape-sandbox`.',
    outcome: 'connects',
    plant: 'html',
  },
  'sandboxed-without-origin': {
    about: 'Sandboxed, without an origin',
    policy: { csp: (site) => ({ ...strict(site), sandbox: ['allow-scripts'] }) },
    allow: '`allow-same-origin` in the sandbox. A page without an origin cannot be on the project’s list.',
    outcome: { code: 'HOST_OPAQUE_ORIGIN', cure: 'allow-same-origin', at: 'create' },
    plant: 'html',
  },
  'no-frame-src': {
    about: '`frame-src` forgotten',
    policy: { csp: (site) => without(strict(site), 'frame-src') },
    allow: frameSrc,
    outcome: { code: 'BLOCKED_BY_HOST_POLICY', cure: 'add its origin to frame-src', at: 'frame' },
    violates: ['frame-src'],
    plant: 'html',
  },
  'other-frame-src': {
    about: 'Another origin in `frame-src`',
    policy: { csp: (site) => ({ ...strict(site), 'frame-src': ['https://frames.example'] }) },
    allow: frameSrc,
    outcome: { code: 'BLOCKED_BY_HOST_POLICY', cure: 'add its origin to frame-src', at: 'frame' },
    violates: ['frame-src'],
    plant: 'html',
  },
  'parts-blocked': {
    about: 'Scripts by hash, the SDK’s later parts forgotten',
    policy: { csp: (site) => closed(site, site.scriptHashes), scripts: 'integrity' },
    allow: 'The hashes of the later parts too, or `strict-dynamic`: see the two rows with hashes above.',
    outcome: { code: 'NETWORK', cure: 'script-src', at: 'load' },
    violates: ['script-src-elem'],
    plant: 'style',
  },
  unlisted: {
    about: 'Not on the project’s list',
    host: 'other',
    policy: { csp: strict },
    allow: 'The page’s origin in the project record, exactly: scheme, name and port.',
    outcome: { code: 'FRAME_REFUSED', cure: 'listed in the project record', at: 'frame' },
    frameViolates: ['frame-ancestors'],
    plant: 'html',
  },
} as const satisfies Readonly<Record<string, MatrixPolicy>>
