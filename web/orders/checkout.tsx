export default function Checkout() {
  return <main />
}
