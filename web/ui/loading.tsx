/** Stands for a closed page until it is known whose it is. */
export const Loading = () => <p role="status">Loading</p>
