/**
 * The style of button and embed. Constructable sheets, because a strict policy blocks `<style>` and the attribute; they also apply inside a
 * shadow root. Pages customise it with custom properties.
 */

const css = `.airlock-button{contain:layout;box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;gap:8px;width:var(--airlock-width,176px);max-width:100%;height:var(--airlock-height,44px);padding:0 12px;border:1px solid transparent;border-radius:var(--airlock-radius,12px);background:var(--airlock-accent,#667dff);color:var(--airlock-on-accent,#0b0d1a);font:600 15px/18px var(--airlock-font,system-ui);text-align:start;cursor:pointer}
.airlock-button[data-status^=connecti],.airlock-button[data-status=connected]{border-color:#7d8390;background:Canvas;color:CanvasText}
.airlock-button[data-status=unsupported]{background:#c0262d;color:#fff}
.airlock-button:focus-visible{outline:2px solid #667dff;outline-offset:2px}
.airlock-button:disabled{opacity:.5;cursor:default}
.airlock-avatar{flex:none;width:20px;height:20px;border-radius:50%;background:hsl(var(--airlock-hue) 70% 55%)}
.airlock-text{min-width:0}
.airlock-text>*{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.airlock-avatar[hidden]{display:none}
.airlock-text>:nth-child(2){font-size:12px;line-height:14px}
.airlock-embed{display:block;width:var(--airlock-embed-width,360px);max-width:100%;height:var(--airlock-embed-height,560px)}`

let sheet: CSSStyleSheet | undefined

/** Once per document or shadow root, after the page's own sheets. */
export function applyStyle(node: Node | null): void {
  const root = node?.getRootNode()
  if (!(root instanceof Document || root instanceof ShadowRoot)) return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}
