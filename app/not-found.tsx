/**
 * Nothing. Next.js puts this into each page for when it might be needed, or else one of its own with styles that our
 * policy forbids; here pages that are not there are the gate's and global-not-found.tsx's business.
 */
export default function NotFound() {
  return null;
}
