export interface Sources {
  avif: string
  webp: string
  /** The middle width, for browsers that support neither format. */
  fallback: string
}

const bands = import.meta.glob<string>('../assets/bands/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})
const reviews = import.meta.glob<string>('../assets/reviews/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

const scenes = import.meta.glob<string>('../assets/scenes/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Gathers `name-320.avif`, `name-480.webp`… into the sources of a `picture`. */
function sourcesOf(files: Readonly<Record<string, string>>, name: string): Sources {
  const of = (format: string) =>
    Object.entries(files)
      .flatMap(([path, url]) => {
        const [, stem, width, extension] = /([^/]+)-(\d+)\.(\w+)$/.exec(path) ?? []
        return stem === name && extension === format ? [{ url, width: Number(width) }] : []
      })
      .sort((one, other) => one.width - other.width)
  const webp = of('webp')
  const written = (list: typeof webp) => list.map(({ url, width }) => `${url} ${width}w`).join(', ')
  return { avif: written(of('avif')), webp: written(webp), fallback: webp[Math.floor(webp.length / 2)]?.url ?? '' }
}

export const bandSources = (band: string): Sources => sourcesOf(bands, band)
export const sceneSources = (scene: string): Sources => sourcesOf(scenes, scene)
export const reviewSources = (picture: string): Sources => sourcesOf(reviews, picture)
