/**
 * The pages of the stand-in checkout. Every value of an order is escaped: the signature proves its author, not that its content is safe.
 */
import type { OrderFields } from '@airlock/service/gateway/onramp/checkout/signature.ts'
import { html } from 'hono/html'

type Html = ReturnType<typeof html>

const page = (title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Test checkout</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
<p class="warning">Test checkout: no real money</p>
${content}
</main>
</body>
</html>`

const methods: Readonly<Record<string, string>> = { card: 'Card', ach_bank_account: 'Bank account' }

/**
 * @param received units of the asset
 * @param query the signed order, returned with the user's decision
 */
export const orderPage = (order: OrderFields, received: string, query: string): Html =>
  page(
    'Pay',
    html`<h1>Pay ${order.amount} ${order.currency}</h1>
<dl>
<dt>You get</dt><dd>${received} ${order.asset}</dd>
<dt>Network</dt><dd>${order.network}</dd>
<dt>Arrives at</dt><dd class="address">${order.address}</dd>
<dt>Pay with</dt><dd>${methods[order.method] ?? order.method}</dd>
</dl>
<form method="post" action="/pay">
<input type="hidden" name="order" value="${query}">
<button name="decision" value="pay">Pay with the test card</button>
<button name="decision" value="decline" class="quiet">Decline the card</button>
</form>`,
  )

export const statePage = (title: string, text: string): Html => page(title, html`<h1>${title}</h1><p>${text}</p>`)

export const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1rem; }
main { max-inline-size: 26rem; margin: 3rem auto; }
.warning { padding: 0.75rem 1rem; border: 2px dashed #8a5a00; background: #fdf3dd; color: #5c3c00; font-weight: 600; }
h1 { font-size: 1.5rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem 1rem; }
dd { margin: 0; text-align: end; }
.address { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
button { inline-size: 100%; min-block-size: 3rem; margin-block: 0.25rem; font: inherit; cursor: pointer; }
`
