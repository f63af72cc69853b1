/** The page around the runner's own where that plays the modal: a wallet speaks two frames deep and nowhere else. */
const inner = document.createElement('iframe')
inner.title = 'Modal'
inner.src = new URLSearchParams(location.search).get('inner') ?? ''
document.body.append(inner)

export {}
