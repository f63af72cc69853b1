/** Times and curves for what the Web Animations API moves; `theme/tokens.css` has the same for style sheets. */

export const durationsMs = { title: 120, view: 150, shake: 500, reduced: 80 } as const
export const ease = 'cubic-bezier(.2, .8, .2, 1)'

/** `reduced` keeps fades, `off` keeps nothing. */
export type MotionWish = 'full' | 'reduced' | 'off'

export function motionWish(): MotionWish {
  if (document.documentElement.dataset.motion === 'off') return 'off'
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduced' : 'full'
}
