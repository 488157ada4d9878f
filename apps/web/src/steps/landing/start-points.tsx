import './start-points.css';
import { LandingGallery } from '../../gallery/landing-gallery.tsx';
import { RecentStreams } from './recent-streams.tsx';

/** Where to start from, below the landing: streams of before, and templates. Loaded after it. */
export const StartPoints = ({ onTemplate }: { readonly onTemplate: (name: string) => void }) => (
  <>
    <RecentStreams />
    <LandingGallery onUse={onTemplate} />
  </>
);
