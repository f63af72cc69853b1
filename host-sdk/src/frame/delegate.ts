/** Browser features that the page delegates to the frame, only to its exact origin. */

const features = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']

/**
 * Delegates only features that the page's own Permissions-Policy allows: Chromium reports others as violations of the page. Only Chromium
 * has an API for this check. Browsers without Web Share warn about the feature's name.
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
