/** The shop's name, and its mark as one drawing: every page, icon, paper and label takes the lines from here. */

export const SHOP_NAME = 'Rosalia'

/**
 * The house's pen: round, stretched and tilted by its matrix, as a broad nib is, so that one line is thick and thin. The paths
 * below are written in the plane before the stretch; whoever draws them applies the matrix first, then strokes them at this
 * width with round ends. Small sizes take a wider stroke.
 */
export const PEN = { matrix: [2.314, -0.613, -0.613, 1.286, 0, 0], width: 5.5 } as const

/** The rose's four strokes: cup, left petal, right petal, and the heart, a pointed arch that curls. Its middle is (0, 0). */
export const ROSE =
  'M-35.1-30.9c9.6 45 31.1 79.5 52.3 95.7c17.4 2.2 24.2-18.8 9.4-66.3M-35.1-30.9c22.4 12.7 45.9 46.1 63.4 88.9M26.6-1.5c-9.7-2.6-16.9 .1-19.6 8.9M-21.6-24.5c-8.1-24-4.1-34.2 3.5-43.8c15.6 20.6 26.7 37 28.4 52c1.4 15.8-13.4 6.7-19-10.1c-3.7-11.9-.7-15.5 6-7.3'

/** The seven letters at the rose's right, an A being the same arch as its heart. */
export const WORDMARK =
  'M72.1 73.3l-23.5-89l10.8 5.1c9.9 4.8 17 16.7 20.5 30c3.8 14.3 .7 20.6-8.2 16.3l-10.9-5.2M72.7 36.2c7.8 6.9 17 31.4 30.1 51.7M114.6 15c13.8 6.6 30.6 32.5 37.2 57.4c6.6 24.9 .7 39.9-13.2 33.3c-13.8-6.6-30.6-32.5-37.2-57.4c-6.6-24.9-.7-39.9 13.2-33.3zM180 57.8c-4.9-10.1-10-16.4-14.5-18.5c-6.9-3.3-8.5 3.7-5.4 15.2c3.5 13.4 9.9 21.1 17.7 29.5c8.9 8.9 15.2 18.1 18.5 30.6c3.5 13.3 .7 19-6.2 15.7c-5.9-2.9-11.3-10.1-16.4-21.1M218.5 143.1l-11.8-44.5c-5.1-19.6-2.5-29.3 4.1-40.1c15.2 21.2 24.4 36.5 29.6 56.1l11.8 44.5M210.5 112.8l33.7 16M249.4 80l23.5 89l21.8 10.4M285 97l23.6 89M328.3 195.4l-11.8-44.5c-5.1-19.6-2.5-29.2 4.1-40.1c15.2 21.3 24.4 36.5 29.6 56.1l11.8 44.5M320.3 165.1l33.7 16.1'

/** The room that the drawn lines take, after the matrix: of the rose, and of rose and letters together. */
export const ROSE_BOX = { left: -72, top: -82, width: 144, height: 160 }
export const LOGO_BOX = { left: -72, top: -82, width: 789, height: 160 }
