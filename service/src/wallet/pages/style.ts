/** Style sheet of the pages that emails link to; light and dark by user preference. No scripts, images or fonts. */
export const stylePath = '/pages/style.css'

export const style = `
:root {
  color-scheme: light dark;
  --canvas: #fff; --page: #eceef2; --raised: #f5f6f8; --rule: #dfe2e8; --control: #7d8390;
  --ink: #14161a; --ink-2: #565c68; --accent: #667dff; --on-accent: #0b0d1a; --focus: #4761f5;
  --positive: #0a7a4b; --caution: #8a5a00; --negative: #c0262d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #121313; --page: #0a0b0b; --raised: #1b1c1e; --rule: #303236; --control: #767b86;
    --ink: #f3f4f6; --ink-2: #b3b8c2; --accent: #5773ff; --on-accent: #0b0d1a; --focus: #7088ff;
    --positive: #3ddc97; --caution: #f5b84a; --negative: #ff7a80;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-block-size: 100dvb; display: grid; place-items: center; padding: 1rem;
  background: var(--page); color: var(--ink);
  font: 400 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main {
  inline-size: 100%; max-inline-size: 24rem; padding: 1.5rem; display: grid; gap: 1.25rem;
  background: var(--canvas); border: 1px solid var(--rule); border-radius: 1.25rem;
}
h1 { font-size: 1.25rem; line-height: 1.3; font-weight: 600; text-wrap: balance; }
.positive { color: var(--positive); }
.caution { color: var(--caution); }
.negative { color: var(--negative); }
p, dt { color: var(--ink-2); }
p strong { color: var(--ink); overflow-wrap: anywhere; }
dl { display: grid; border-block: 1px solid var(--rule); }
dl > div { display: flex; justify-content: space-between; gap: 1rem; padding-block: 0.625rem; }
dl > div + div { border-block-start: 1px solid var(--rule); }
dd { margin: 0; text-align: end; font-weight: 500; overflow-wrap: anywhere; }
form { display: grid; gap: 0.75rem; }
fieldset { border: 0; padding: 0; display: grid; grid-template-columns: repeat(3, 1fr); gap: 0.5rem; }
legend { padding-block-end: 0.75rem; }
button {
  min-block-size: 3rem; padding: 0.5rem 1rem; font: inherit; font-weight: 500; color: var(--ink);
  background: var(--raised); border: 1px solid var(--control); border-radius: 0.75rem; cursor: pointer;
}
button.number { min-block-size: 4rem; font-size: 1.75rem; font-weight: 600; font-variant-numeric: tabular-nums; }
button.main { background: var(--accent); color: var(--on-accent); border-color: transparent; }
button:hover { border-color: var(--ink); }
button:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`
