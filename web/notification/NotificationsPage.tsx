export const NotificationsPage = () => <h1>NotificationsPage</h1>;
