/** A container as the studio builds it: its shape, its colours and the words on its label. */

type Label = {
  brand: string
  /** The product's name on the label; shorter than its name in the shop. */
  name: string
  sub: string
  /** Contents, such as `250 ml` or `60 gélules`. */
  size: string
}

type Look = {
  /** Colour of the container. */
  body: string
  cap: string
  ink: string
  /** Colour of the label; the same as `body` looks printed on the container itself. */
  paper: string
  /** Strip at the foot of the label that carries the contents. */
  band: string
}

export type Item = Look &
  Label &
  (
    | { shape: 'bottle'; closure: 'pump' | 'disc' }
    | { shape: 'tube' }
    | { shape: 'jar' }
    | { shape: 'dropper' }
    | { shape: 'box'; closure: 'carton' | 'screw' }
  )

export type PackShot = Item | { shape: 'pack'; items: readonly [Item, Item, Item] }
