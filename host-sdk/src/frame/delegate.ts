/** Browser features that the page delegates to the frame, only to its exact origin. */

const features = ['publickey-credentials-get', 'publickey-credentials-create']

/**
 * Delegates only features that the page's own Permissions-Policy allows: Chromium reports others as violations of the page. Only Chromium
 * has an API for this check, and a feature for writing to the clipboard; others warn about that name, as browsers without Web Share do
 * about its name.
 */
export function delegate(iframe: AskableFrame, origin: string): void {
  const { featurePolicy } = iframe
  const known = features.concat(featurePolicy ? 'clipboard-write' : [], 'share' in navigator ? 'web-share' : [])
  const pin = (feature: string) => `${feature} ${origin}`
  iframe.allow = known.map(pin).join(';')
  if (featurePolicy)
    iframe.allow = known
      .filter((feature) => featurePolicy.allowsFeature(feature, origin))
      .map(pin)
      .join(';')
}

type AskableFrame = Pick<HTMLIFrameElement, 'allow'> & {
  featurePolicy?: { allowsFeature(feature: string, origin: string): boolean }
}
