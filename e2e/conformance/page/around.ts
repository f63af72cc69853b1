/** The page around the runner's page when the runner plays the modal: a wallet only answers two frames deep. */
const inner = document.createElement('iframe')
inner.title = 'Modal'
inner.src = new URLSearchParams(location.search).get('inner') ?? ''
document.body.append(inner)

export {}
