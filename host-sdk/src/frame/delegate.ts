/** The browser features that the page passes on to the frame: to its exact origin, and to no other. */

const features = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']

/**
 * Delegates only features that the page's own Permissions-Policy allows: Chromium reports others as violations of the page.
 * Only Chromium has an API to ask. Browsers that cannot share warn about that feature's name.
 */
export function delegate(iframe: AskableFrame, origin: string): void {
  const known = features.concat('share' in navigator ? 'web-share' : [])
  const pin = (feature: string) => `${feature} ${origin}`
  iframe.allow = known.map(pin).join(';')
  const { featurePolicy } = iframe
  if (featurePolicy)
    iframe.allow = known
      .filter((feature) => featurePolicy.allowsFeature(feature, origin))
      .map(pin)
      .join(';')
}

type AskableFrame = Pick<HTMLIFrameElement, 'allow'> & {
  featurePolicy?: { allowsFeature(feature: string, origin: string): boolean }
}
