// Files of the page that are built in as text.
declare module '*?raw' {
  const text: string
  export default text
}
