export const ProfilePage = () => <h1>ProfilePage</h1>;
